import type { Sql } from '@portico/kit/database/sql'

/** Locks of companies all of whose rows are being copied or removed: one at a time. */
export const WHOLE_COMPANY_LOCK = 762_041

/**
 * Whether this user of the database may do without triggers and the checks of foreign keys. A superuser may, and whoever
 * was granted `set on parameter session_replication_role`.
 */
export async function maySkipChecks(sql: Sql): Promise<boolean> {
  const [right] = await sql<{ is_given: boolean }[]>`
    select has_parameter_privilege('session_replication_role', 'set') as is_given`
  return right?.is_given ?? false
}

/**
 * Work on all rows of a company, in a transaction: triggers leave other rows alone meanwhile, since those that they keep
 * are among them.
 */
export async function onWholeCompany<T>(sql: Sql, skipsChecks: boolean, work: () => Promise<T>): Promise<T> {
  const role = (name: 'replica' | 'origin') =>
    skipsChecks ? sql`set_config('session_replication_role', ${name}, true)` : sql`null`
  await sql`select set_config('portico.whole_company', 'on', true), ${role('replica')}`
  const done = await work()
  await sql`select set_config('portico.whole_company', '', true), ${role('origin')}`
  return done
}
