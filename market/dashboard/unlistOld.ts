import type { Sql } from '@portico/kit/sql'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { daysBefore } from '../days.ts'
import { news, tell } from '../notices/tell.ts'
import { readSettings } from '../settings/settings.ts'
import { audit } from './audit.ts'

export const deactivateBooks = operation({
  route: 'POST /dashboard/deactivateBooks',
  summary: 'Unlist books that were not renewed for too long; one mail to each owner',
  scopes: ['owner'],
  reply: Type.Object({ unlisted: Type.Integer() }),
  async run(_, { sql, user, now }) {
    const { unlistDays } = await readSettings(sql)
    const unlisted = await unlistOlderThan(sql, unlistDays, now, { by: user.id })
    await audit(sql, now, user, 'deactivateBooks', '', { unlisted })
    return { unlisted }
  },
})

/** By the owner's tool every old book goes; by itself the market only unlists what its owner was warned about. */
export async function unlistOlderThan(
  sql: Sql,
  days: number,
  now: Date,
  { by = null, warnedBefore = null }: { by?: string | null; warnedBefore?: Date | null },
): Promise<number> {
  const owners = await sql<{ owner: string; names: string[] }[]>`
    with unlisted as (
      update market.book set status = 5
      where status = 0 and deleted_at is null and listed_at < ${daysBefore(now, days)}
        and (${warnedBefore}::timestamptz is null or warned_at <= ${warnedBefore})
      returning id, owner_id, name),
    moves as (
      insert into market.book_move (book_id, move, from_status, to_status, by_id, reason, at)
      select id, 'unlist', 0, 5, ${by}, 'age', ${now} from unlisted)
    select owner_id as owner, array_agg(name order by name) as names from unlisted group by owner_id`
  const told = owners.map(({ owner, names }) =>
    news('booksUnlisted', `${owner} ${now.getTime()}`, { account: owner }, { names, days }),
  )
  await tell(sql, now, told)
  return owners.reduce((sum, { names }) => sum + names.length, 0)
}

export async function warnOlderThan(sql: Sql, days: number, left: number, now: Date): Promise<void> {
  const owners = await sql<{ owner: string; names: string[] }[]>`
    with warned as (
      update market.book set warned_at = ${now}
      where status = 0 and deleted_at is null and listed_at < ${daysBefore(now, days)} and warned_at is null
      returning owner_id, name)
    select owner_id as owner, array_agg(name order by name) as names from warned group by owner_id`
  const told = owners.map(({ owner, names }) =>
    news('unlistSoon', `${owner} ${now.getTime()}`, { account: owner }, { names, days: left }),
  )
  await tell(sql, now, told)
}
