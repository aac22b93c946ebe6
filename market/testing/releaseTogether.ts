import type { Sql } from '@portico/kit/database/sql'
import type { TestMarket } from './openTestMarket.ts'
import { until } from './until.ts'

/**
 * Starts work while a lock is held that all of it needs, and lets go once so many connections wait for it: they have
 * all looked at the same state, and now decide the race.
 */
export async function releaseTogether<T>(
  { sql }: TestMarket,
  waiting: number,
  lock: (sql: Sql) => Promise<unknown>,
  start: () => Promise<T>[],
  whileWaiting: () => Promise<void> = async () => {},
): Promise<T[]> {
  let started: Promise<T>[] = []
  await sql.begin(async held => {
    await lock(held)
    started = start()
    await until(async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return (row?.count ?? 0) >= waiting
    })
    await whileWaiting()
  })
  return Promise.all(started)
}
