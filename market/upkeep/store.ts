import { forgetOldAttempts } from '@portico/kit/access/throttle/attemptStore'
import { forgetOldClients } from '@portico/kit/access/throttle/knownClientStore'
import type { Sql } from '@portico/kit/database/sql'
import { daysBefore } from '../days.ts'

/** Deletes rows that have expired or are too old to be asked for. */
export async function removeExpired(sql: Sql, now: Date): Promise<void> {
  const daysAgo = (days: number) => daysBefore(now, days)
  await sql`delete from market.signup where expires_at < ${now}`
  await forgetOldAttempts(sql, 'market', now)
  await forgetOldClients(sql, 'market', now)
  await sql`delete from market.ended_session where ends_at < ${now}`
  await sql`delete from market.password_reset where expires_at < ${now}`
  await sql`delete from market.idempotency where created_at < ${daysAgo(7)}`
  await sql`delete from market.mail where sent_at is not null and created_at < ${daysAgo(90)} and kind <> 'matchFound'`
  await sql`delete from market.found_book where found_at < ${daysAgo(365)}`
  await sql`delete from market.notice where at < ${daysAgo(365)}`
}

/** Books that were not dropped off although their seller was reminded by then. */
export async function listOverdueBooks(sql: Sql, remindedBefore: Date): Promise<string[]> {
  const late = await sql<{ id: string }[]>`
    select id from market.book where status = 1 and verified_at is null and reminded_at <= ${remindedBefore} order by id`
  return late.map(({ id }) => id)
}

/** Marks the sellers of books that were sold by then and not dropped off as reminded; each sale once. */
export function markReminded(sql: Sql, soldBefore: Date, now: Date) {
  return sql<{ book: string; name: string; seller: string; purchase: string }[]>`
    update market.book set reminded_at = ${now}
    where status = 1 and verified_at is null and reminded_at is null and sold_at < ${soldBefore}
    returning id as book, name, owner_id as seller, purchase_id as purchase`
}
