import { failure } from '../api/failure.ts'

/**
 * Lets at most `running` pieces of work run at once. The rest wait in line; past `waiting` in line they are refused
 * at once, because a caller who would wait that long is better told to come back.
 *
 * @example
 * const hashing = atMost(3, 300)
 * await hashing(() => hash(plain))
 */
export function atMost(running: number, waiting = Number.POSITIVE_INFINITY): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let active = 0

  return async work => {
    if (active >= running) await turn()
    else active++
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so nobody can slip in between.
      const next = line.shift()
      if (next) next()
      else active--
    }
  }

  function turn(): Promise<void> {
    if (line.length >= waiting) throw failure('unavailable', 'Too busy at the moment, try again', { retryAfter: 1 })
    return new Promise(resolve => line.push(resolve))
  }
}
