import type { Sql } from '@portico/kit/database/sql'

/**
 * The moment up to which the log is settled: whatever is logged before it has been committed and is there to be read.
 *
 * A change carries the time at which it was made, but others see it when its transaction commits, which may be later
 * than the commit of a newer one. A reader that goes on from the newest time it has seen would miss it. So readers stop
 * at the start of the oldest transaction that has written and is still open; nothing such a transaction logs is older
 * than its start. `now()` is when this statement began, before it looked at the others: who begins to write after that
 * logs later times.
 *
 * To be read by a statement of its own before the log is: what was committed until then is seen by the statement that
 * follows.
 */
export async function settledUntil(sql: Sql): Promise<string> {
  const [settled] = await sql<{ until: string }[]>`
    select least(now(), min(coalesce(a.xact_start, case when current_setting('track_activities')::boolean
        then now() else '-infinity' end)))::text as until
    from pg_stat_activity a
    where a.datname = current_database() and a.backend_xid is not null and a.pid <> pg_backend_pid()`
  return settled?.until ?? '-infinity'
}
