import type { TestMarket } from './openTestMarket.ts'
import { until } from './until.ts'

/** Waits until work has come to its end, or stands before a lock that somebody holds. */
export async function untilBlocked({ sql }: TestMarket, work: Promise<unknown>): Promise<void> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  await until(async () => {
    const [waiting] = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`
    return isDone || waiting !== undefined
  })
}
