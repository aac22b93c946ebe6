import type { Database } from '@portico/kit/database/database'
import { absentHolders } from './leaseStore.ts'

/** Processes that have leased webhooks and are not there any more. */
export interface GoneHolders {
  look(): Promise<void>
  names(): readonly string[]
}

const LOOK_EVERY_MS = 1_000

/**
 * A lease alone would hold up its webhooks until it has run out, when its process is killed. The lock of a process is
 * free at once then; it is also free for a moment when only a connection was lost, so gone is who is absent at every
 * look for a while.
 */
export function openGoneHolders(database: Database, { now, goneMs }: { now: () => Date; goneMs: number }): GoneHolders {
  let absentSince = new Map<string, number>()
  let lookedAt = Number.NEGATIVE_INFINITY

  return {
    async look() {
      const time = now()
      if (Math.abs(time.getTime() - lookedAt) < LOOK_EVERY_MS) return
      lookedAt = time.getTime()
      const absent = await database.read(sql => absentHolders(sql, time))
      absentSince = new Map(absent.map(name => [name, Math.min(absentSince.get(name) ?? lookedAt, lookedAt)]))
    },
    names: () => [...absentSince].filter(([, since]) => lookedAt - since >= goneMs).map(([name]) => name),
  }
}
