import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import type { TargetCurrency } from '../../../company/currencies/targetStore.ts'
import type { AskedDays } from '../keptDays.ts'
import { type DealSum, sumDealsBy } from '../sumsStore.ts'
import { firstDaysBetween } from './months.ts'

/** Before any day that a deal may have. */
const LONG_AGO = '0001-01-01'

/** What the deals of one month, status and currency are worth together. */
export type MonthSum = DealSum & Record<'month' | 'status', string | null>

/**
 * Open deals by the month they are to close in, won ones by the month they were won in. `where` refers to `crm.deal d`, or
 * to groups of them.
 */
export async function sumByMonth(
  crm: Crm,
  where: Fragment,
  { first, end }: { first: string; end: string },
  target: TargetCurrency,
  ofGroups: boolean,
): Promise<MonthSum[]> {
  const closing = sql`case when d.expected_close_date is null then 'none'
    when d.expected_close_date < ${first}::date then 'earlier'
    else to_char(d.expected_close_date, 'YYYY-MM') end`
  const isToClose = sql`d.status = 'open' and (d.expected_close_date is null or d.expected_close_date < ${end}::date)`
  const won = sql`to_char(d.won_time at time zone 'UTC', 'YYYY-MM')`
  const wasWon = sql`d.status = 'won' and d.won_time >= ${first}::date::timestamp at time zone 'UTC'
    and d.won_time < ${end}::date::timestamp at time zone 'UTC'`
  const sum = (month: Fragment, which: Fragment, along: 'expected_close_date' | 'won_time', days: AskedDays) =>
    sumDealsBy(
      crm,
      { month, status: sql`d.status` },
      sql`not d.is_archived and ${which} and ${where}`,
      target,
      ofGroups ? { along, days } : {},
    )
  const borders = firstDaysBetween(first, end)
  return [
    ...(await sum(closing, isToClose, 'expected_close_date', { borders: [LONG_AGO, ...borders], orNone: true })),
    ...(await sum(won, wasWon, 'won_time', { borders })),
  ]
}
