export const ZK_SDK_MISSING = 'gate: provider "zk" needs the package @zkpassport/sdk; run: npm install @zkpassport/sdk'

/**
 * Whether provider `zk` can work here: ZKPassport's SDK is installed and the browser part is built, as it always is in
 * the published package.
 *
 * ```ts
 * const providers = (await isZkAvailable()) ? ['self', 'zk'] as const : ['self'] as const
 * ```
 */
export async function isZkAvailable(): Promise<boolean> {
  return (await isZkSdkInstalled()) && (await readZkPage()) !== undefined
}

/** Looked for from the place of a module, as Node would when that module asked for it. */
export async function isZkSdkInstalled(asker = import.meta.url): Promise<boolean> {
  try {
    // Asked for, not imported: a bundle for workers would fail on the name of a module it never loads.
    const node = globalThis.process?.getBuiltinModule?.('node:module')
    return node?.createRequire(asker).resolve('@zkpassport/sdk') !== undefined
  } catch {
    return false
  }
}

/** Said once at the start rather than to the first person who tries. */
export async function warnWithoutZkSdk(): Promise<void> {
  if (!(await isZkSdkInstalled())) console.warn(ZK_SDK_MISSING)
}

/** The script of the page; undefined in a checkout where it is not built. */
export async function readZkPage(): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises')
  // Beside the compiled library, or under dist when the sources are run.
  for (const place of ['../zk-page.js', '../dist/zk-page.js']) {
    const bytes = await files?.readFile(new URL(place, import.meta.url)).catch(() => undefined)
    if (bytes) return new Uint8Array(bytes)
  }
  return undefined
}
