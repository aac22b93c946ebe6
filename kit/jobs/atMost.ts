import { failure } from '../api/failure.ts'

/**
 * Lets at most `running` pieces of work run at once. The rest wait in line; past `waiting` in line they are refused
 * at once, because a caller who would wait that long is better told to come back. Where there are several lines, one
 * after the other gives the next: many in one of them do not hold up the others.
 *
 * @example
 * const hashing = atMost(3, 300)
 * await hashing(() => hash(plain), 'sign-ups')
 */
export function atMost(
  running: number,
  waiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>, line?: string) => Promise<T> {
  /** The line that gives the next stands first. */
  const lines = new Map<string, (() => void)[]>()
  let active = 0

  return async (work, line = '') => {
    if (active >= running) await turn(line)
    else active++
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so nobody can slip in between.
      const next = takeNext()
      if (next) next()
      else active--
    }
  }

  function turn(name: string): Promise<void> {
    const line = lines.get(name) ?? []
    if (line.length >= waiting) throw failure('unavailable', 'Too busy at the moment, try again', { retryAfter: 1 })
    lines.set(name, line)
    return new Promise(resolve => line.push(resolve))
  }

  function takeNext(): (() => void) | undefined {
    for (const [name, line] of lines) {
      const next = line.shift()
      lines.delete(name)
      if (line.length > 0) lines.set(name, line)
      return next
    }
    return undefined
  }
}
