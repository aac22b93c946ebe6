export const ZK_SDK_MISSING = 'gate: provider "zk" needs the package @zkpassport/sdk; run: npm install @zkpassport/sdk'

export async function isZkSdkInstalled(): Promise<boolean> {
  const { createRequire } = await import('node:module')
  try {
    createRequire(import.meta.url).resolve('@zkpassport/sdk')
    return true
  } catch {
    return false
  }
}

/** Said once at the start rather than to the first person who tries. */
export async function warnWithoutZkSdk(): Promise<void> {
  if (!(await isZkSdkInstalled())) console.warn(ZK_SDK_MISSING)
}
