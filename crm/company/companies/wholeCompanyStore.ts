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
 * are among them. On several machines each of them is told.
 */
export async function onWholeCompany<T>(sql: Sql, skipsChecks: boolean, work: () => Promise<T>): Promise<T> {
  if (sql.isDistributed) await sql`set local citus.propagate_set_commands = 'local'`
  await sql`set local portico.whole_company = 'on'`
  if (skipsChecks) await sql`set local session_replication_role = 'replica'`
  const done = await work()
  await sql`set local portico.whole_company = ''`
  if (skipsChecks) await sql`set local session_replication_role = 'origin'`
  return done
}
