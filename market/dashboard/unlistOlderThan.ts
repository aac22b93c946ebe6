import type { Sql } from '@portico/kit/database/sql'
import { daysBefore } from '../days.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { unlistListedBefore, warnListedBefore } from './unlistStore.ts'

/** With the owner's tool every old book is unlisted; the daily job unlists only books whose owner was warned. */
export async function unlistOlderThan(
  sql: Sql,
  days: number,
  now: Date,
  { by = null, warnedBefore = null }: { by?: string | null; warnedBefore?: Date | null },
): Promise<number> {
  const owners = await unlistListedBefore(sql, daysBefore(now, days), { by, warnedBefore, now })
  const events = owners.map(({ owner, names }) =>
    marketEvent('booksUnlisted', `${owner} ${now.getTime()}`, { account: owner }, { names, days }),
  )
  await notify(sql, now, events)
  return owners.reduce((sum, { names }) => sum + names.length, 0)
}

export async function warnOlderThan(sql: Sql, days: number, left: number, now: Date): Promise<void> {
  const owners = await warnListedBefore(sql, daysBefore(now, days), now)
  const events = owners.map(({ owner, names }) =>
    marketEvent('unlistSoon', `${owner} ${now.getTime()}`, { account: owner }, { names, days: left }),
  )
  await notify(sql, now, events)
}
