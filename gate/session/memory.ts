import { COMPLETED_SECONDS, PENDING_SECONDS, type SessionAdapter } from './sessionAdapter.ts'

export interface MemorySessionOptions {
  /** Seconds a pending session lives. Default 600. */
  pendingSeconds?: number
  /** Seconds a completed session lives. Default 60. */
  completedSeconds?: number
  /** How many sessions are kept; beyond that the oldest pending ones go. Default 100,000 (some 30 MB). */
  max?: number
  /** Milliseconds since the epoch; for tests. */
  now?: () => number
}

/** Of so many parts one goes at a time: a Map is slow at giving up its first entry again and again. */
const PARTS = 16

/**
 * Keeps sessions in this process: lost on restart, not shared between instances. Expired entries go as others come,
 * without a timer; a flood of strangers can push out pending sessions but never completed ones.
 */
export function memorySessions(options: MemorySessionOptions = {}): SessionAdapter {
  const { max = 100_000, now = Date.now } = options
  const pendingFor = (options.pendingSeconds ?? PENDING_SECONDS) * 1000
  const completedFor = (options.completedSeconds ?? COMPLETED_SECONDS) * 1000
  // Within one map every entry has the same life, so insertion order is expiry order.
  const pending = new Map<string, number>()
  const completed = new Map<string, { value: string; until: number }>()
  // What failed is kept apart, or failing on purpose would push out those who are done.
  const notes = new Map<string, { value: string; until: number }>()
  const size = () => pending.size + completed.size + notes.size

  const shelfOf = (id: string) => (id.includes(':') ? notes : completed)

  function storedValue(id: string): string | undefined {
    const entry = shelfOf(id).get(id)
    return entry && entry.until > now() ? entry.value : undefined
  }

  let sinceSweep = 0

  /** Now and then, or at once when there are too many: then notes go first, pending sessions next. */
  function dropOld(): void {
    sinceSweep += 1
    if (size() <= max && sinceSweep < Math.max(PARTS, size() / PARTS)) return
    sinceSweep = 0
    const time = now()
    dropWhile(pending, until => until <= time)
    dropWhile(completed, entry => entry.until <= time)
    dropWhile(notes, entry => entry.until <= time)
    if (size() <= max) return
    const most = max - Math.floor(max / PARTS)
    dropWhile(notes, () => size() > most)
    dropWhile(pending, () => size() > most)
    dropWhile(completed, () => size() > max)
  }

  return {
    async has(id) {
      return (pending.get(id) ?? 0) > now() || storedValue(id) !== undefined
    },
    async get(id) {
      return storedValue(id)
    },
    async set(id, value) {
      pending.delete(id)
      shelfOf(id).delete(id)
      if (value === undefined) pending.set(id, now() + pendingFor)
      else shelfOf(id).set(id, { value, until: now() + completedFor })
      dropOld()
    },
    async setIfPending(id, value) {
      if ((pending.get(id) ?? 0) <= now()) return false
      pending.delete(id)
      completed.set(id, { value, until: now() + completedFor })
      return true
    },
    async consume(id) {
      const value = storedValue(id)
      pending.delete(id)
      shelfOf(id).delete(id)
      return value
    },
  }
}

function dropWhile<Entry>(entries: Map<string, Entry>, isOld: (entry: Entry) => boolean): void {
  for (const [id, entry] of entries) {
    if (!isOld(entry)) return
    entries.delete(id)
  }
}
