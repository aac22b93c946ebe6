import { optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { addUp, NotConverted, notConverted } from '../../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../../company/currencies/targetStore.ts'
import { type DealSum, type Summing, sumDealsBy } from '../sumsStore.ts'

const ByCurrency = Type.Record(Type.String(), Type.Number())

export const Totals = Type.Object({
  count: Type.Integer(),
  values: ByCurrency,
  weighted_values: ByCurrency,
  open_count: Type.Integer(),
  open_values: ByCurrency,
  weighted_open_values: ByCurrency,
  won_count: Type.Integer(),
  won_values: ByCurrency,
})

/** The same in one currency; what has no known rate into it counts as nothing. */
export const TotalsConverted = Type.Object({
  count: Type.Integer(),
  value: Type.Number(),
  weighted_value: Type.Number(),
  open_count: Type.Integer(),
  open_value: Type.Number(),
  weighted_open_value: Type.Number(),
  won_count: Type.Integer(),
  won_value: Type.Number(),
  not_converted: optional(NotConverted),
})

type PeriodSum = DealSum & Record<'period' | 'status', string | null>

/** What the deals of each period are worth; `borders` are the first days of all periods and the day after the last. */
export async function sumByPeriod(
  crm: Crm,
  { where, day, into, summing }: { where: Fragment; day: Fragment; into: TargetCurrency | undefined; summing: Summing },
  borders: readonly string[],
): Promise<readonly PeriodSum[]> {
  const period = sql`width_bucket(${day}::date, ${borders}::date[])`
  return sumDealsBy(crm, { period, status: sql`d.status` }, where, into, summing)
}

/** The totals of a period, from 1: by currency, and in one when that is asked for. */
export function totalsOf(sums: readonly PeriodSum[], period: number, into: TargetCurrency | undefined) {
  const rows = sums.filter(sum => Number(sum.period) === period)
  const open = rows.filter(row => row.status === 'open')
  const won = rows.filter(row => row.status === 'won')
  const totals = {
    count: countOf(rows),
    values: byCurrency(rows, row => row.value),
    weighted_values: byCurrency(rows, row => row.weighted),
    open_count: countOf(open),
    open_values: byCurrency(open, row => row.value),
    weighted_open_values: byCurrency(open, row => row.weighted),
    won_count: countOf(won),
    won_values: byCurrency(won, row => row.value),
  }
  if (!into) return { totals }
  return {
    totals,
    totals_converted: {
      count: countOf(rows),
      value: addUp(rows.map(row => row.converted)),
      weighted_value: addUp(rows.map(row => row.weighted_converted)),
      open_count: countOf(open),
      open_value: addUp(open.map(row => row.converted)),
      weighted_open_value: addUp(open.map(row => row.weighted_converted)),
      won_count: countOf(won),
      won_value: addUp(won.map(row => row.converted)),
      ...notConverted(rows, row => row.converted !== null),
    },
  }
}

function countOf(rows: readonly { count: number }[]): number {
  return rows.reduce((count, row) => count + row.count, 0)
}

function byCurrency<T extends { currency: string }>(
  rows: readonly T[],
  value: (row: T) => number,
): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const row of rows) totals[row.currency] = (totals[row.currency] ?? 0) + value(row)
  return totals
}
