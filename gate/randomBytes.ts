const POOL = 4096

/**
 * Random bytes drawn from the system a few kilobytes at a time: a call for 32 costs almost as much as one for 4,096.
 * Each byte is handed out once and wiped from the pool.
 */
export function pooledRandomBytes(): (count: number) => Uint8Array<ArrayBuffer> {
  const pool = new Uint8Array(POOL)
  let used = POOL

  return count => {
    if (count > POOL) throw new RangeError('gate: too many random bytes at once')
    if (used + count > POOL) {
      crypto.getRandomValues(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + count)
    pool.fill(0, used, used + count)
    used += count
    return bytes
  }
}
