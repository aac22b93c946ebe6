import type { ZkQueryBuilder } from './zkQuery.ts'

/** The part of `@zkpassport/sdk` that is used, so that the library compiles and loads without it. */
export interface ZkSdk {
  ZKPassport: new (domain: string, options: { disableProofStorage: boolean }) => ZkInstance
}

export interface ZkInstance {
  createQuery(): ZkQueryBuilder<{ query: unknown }>
  verify(given: {
    proofs: readonly unknown[]
    originalQuery: unknown
    queryResult: unknown
    scope: string
    devMode: boolean
  }): Promise<{ verified: boolean; uniqueIdentifier?: string; queryResultErrors?: Readonly<Record<string, unknown>> }>
}

const MISSING = 'gate: provider "zk" needs the package @zkpassport/sdk; run: npm install @zkpassport/sdk'

/** The package's ESM entry does not load on Node 20, its CommonJS entry does. */
export async function loadZkSdk(): Promise<ZkSdk> {
  const require = await requireFromHere()
  try {
    return require('@zkpassport/sdk')
  } catch (error) {
    if (await isZkSdkInstalled()) throw error
    throw new Error(MISSING, { cause: error })
  }
}

export async function isZkSdkInstalled(): Promise<boolean> {
  const require = await requireFromHere()
  try {
    require.resolve('@zkpassport/sdk')
    return true
  } catch {
    return false
  }
}

/** Said once at the start rather than to the first person who tries. */
export async function warnWithoutZkSdk(): Promise<void> {
  if (!(await isZkSdkInstalled())) console.warn(MISSING)
}

async function requireFromHere() {
  const { createRequire } = await import('node:module')
  return createRequire(import.meta.url)
}
