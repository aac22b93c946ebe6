import { COMPLETED_SECONDS, PENDING_SECONDS, type SessionAdapter } from './sessionAdapter.ts'

export interface MemorySessionOptions {
  /** Seconds a pending session lives. Default 600. */
  pendingSeconds?: number
  /** Seconds a completed session lives. Default 60. */
  completedSeconds?: number
  /** How many sessions are kept; beyond that the oldest pending one goes. Default 100,000 (some 30 MB). */
  max?: number
  /** Milliseconds since the epoch; for tests. */
  now?: () => number
}

const SWEEP_EVERY = 32

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

  function completedValue(id: string): string | undefined {
    const entry = completed.get(id)
    return entry && entry.until > now() ? entry.value : undefined
  }

  let sinceSweep = 0

  /** Every few entries, or at once when there are too many. */
  function dropOld(): void {
    sinceSweep += 1
    if (sinceSweep < SWEEP_EVERY && pending.size + completed.size <= max) return
    sinceSweep = 0
    const time = now()
    dropWhile(pending, until => until <= time || pending.size + completed.size > max)
    dropWhile(completed, entry => entry.until <= time || completed.size > max)
  }

  return {
    async has(id) {
      return (pending.get(id) ?? 0) > now() || completedValue(id) !== undefined
    },
    async get(id) {
      return completedValue(id)
    },
    async set(id, value) {
      pending.delete(id)
      completed.delete(id)
      if (value === undefined) pending.set(id, now() + pendingFor)
      else completed.set(id, { value, until: now() + completedFor })
      dropOld()
    },
    async consume(id) {
      const value = completedValue(id)
      pending.delete(id)
      completed.delete(id)
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
