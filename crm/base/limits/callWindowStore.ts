import type { Sql } from '@portico/kit/database/sql'
import { usedIn, type Window, windowAt } from '@portico/kit/http/limiter'
import { BURST_WINDOW_MS } from './plans.ts'

/**
 * Takes up to `wanted` calls out of what a credential has left in the window that all processes share, by the clock of
 * the database. Gives back how many it got.
 */
export async function takeCalls(
  sql: Sql,
  companyId: number,
  { key, limit }: { key: string; limit: number },
  wanted: number,
): Promise<number> {
  await sql`insert into crm.call_window (company_id, key) values (${companyId}, ${key}) on conflict do nothing`
  const [row] = await sql<(Window & { now: number })[]>`
    select since, used, previous, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from crm.call_window where company_id = ${companyId} and key = ${key} for update`
  if (!row) return 0
  const now = Number(row.now)
  const window = windowAt({ ...row, since: Number(row.since) }, now, BURST_WINDOW_MS)
  const taken = Math.max(0, Math.min(wanted, Math.floor(limit - usedIn(window, now, BURST_WINDOW_MS))))
  await sql`
    update crm.call_window set since = ${window.since}, used = ${window.used + taken}, previous = ${window.previous}
    where company_id = ${companyId} and key = ${key}`
  return taken
}

export async function notifyPresence(sql: Sql, channel: string, process: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${process})`
}
