import { isZkSdkInstalled } from '../provider/zkSdk.ts'

export const hasSdk = await isZkSdkInstalled()

export const SDK_NOTE = hasSdk ? '' : ' (SKIPPED: @zkpassport/sdk is not installed)'
