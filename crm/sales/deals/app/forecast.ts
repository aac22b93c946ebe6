import { failure } from '@portico/kit/api/failure'
import { json } from '@portico/kit/api/json'
import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import { mayDo } from '../../../base/access/mayDo.ts'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { addUp } from '../../../company/currencies/convertCurrency.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { BoardCard, chosen, wanted } from './board.ts'
import { BOARD_SORTS, selectColumnIds, selectOpenCards } from './boardStore.ts'
import { type MonthSum, sumByMonth } from './forecastStore.ts'
import { firstDayOf, forecastColumns, MONTH, monthAfter } from './months.ts'

const ForecastColumn = Type.Object({
  month: Type.String({
    description: 'YYYY-MM; `earlier` for days before the first month, `none` for deals without a day',
  }),
  count: Type.Integer(),
  value: nullable(Type.Number({ description: 'Of all its open deals; null for those who may not see sums' })),
  weighted_value: nullable(Type.Number()),
  not_converted: Type.Integer({ description: 'Deals that the sums leave out, because no rate is known' }),
  won_count: Type.Integer({ description: 'Deals that were won in the month' }),
  won_value: nullable(Type.Number()),
  cards: Type.Array(BoardCard),
})
export type ForecastColumn = Static<typeof ForecastColumn>

const Forecast = Type.Object({ currency: Type.String(), columns: Type.Array(ForecastColumn) })
export type Forecast = Static<typeof Forecast>

const Sort = optional(oneOf(BOARD_SORTS, { default: 'close_date' }))
const Month = Type.String({ pattern: MONTH, description: 'YYYY-MM' })
const MOST_MONTHS = 12

const getForecast = app({
  route: 'GET /forecast',
  summary: 'Get the open deals of a pipeline by the month they are to close in, with what was won in each',
  query: {
    pipeline_id: Id,
    from: Month,
    months: optional(Type.Integer({ minimum: 1, maximum: MOST_MONTHS, default: 4 })),
    ...chosen,
    sort: Sort,
    limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  },
  reply: Forecast,
  cost: 20,
  async run({ query }, crm) {
    const { pipeline_id, from, months = 4, sort = 'close_date', limit = 50 } = query
    if (!(await selectColumnIds(crm, pipeline_id))) throw failure('missing', 'Pipeline not found')
    const target = await targetCurrency(crm)
    const where = sql`d.pipeline_id = ${pipeline_id} and ${await wanted(crm, query)}`
    const days = { first: firstDayOf(from), end: firstDayOf(monthAfter(from, months)) }
    const sums = await sumByMonth(crm, where, days, target, !query.filter_id)
    const columns: string[] = []
    for (const month of forecastColumns(from, months)) {
      const cards = await selectOpenCards(crm, sql`${where} and ${closesIn(month, from)}`, target, {
        sort,
        start: 0,
        limit,
      })
      columns.push(columnOf(crm, month, sums, cards))
    }
    return json<Forecast>(`{"currency":"${target.code}","columns":[${columns.join(',')}]}`)
  },
})

const getForecastCards = app({
  route: 'GET /forecast/cards',
  summary: 'Get more cards of one month of the forecast',
  query: {
    pipeline_id: Id,
    from: Month,
    month: Type.String({ pattern: `${MONTH}|^earlier$|^none$`, description: 'A column of the forecast' }),
    ...chosen,
    sort: Sort,
    start: optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
    limit: optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  },
  reply: Type.Array(BoardCard),
  cost: 10,
  async run({ query }, crm) {
    const { pipeline_id, from, month, sort = 'close_date', start = 0, limit = 50 } = query
    const where = sql`d.pipeline_id = ${pipeline_id} and ${await wanted(crm, query)} and ${closesIn(month, from)}`
    return json<BoardCard[]>(await selectOpenCards(crm, where, await targetCurrency(crm), { sort, start, limit }))
  },
})

/** Which deals are in a column, over `crm.deal d`. */
function closesIn(month: string, from: string): Fragment {
  if (month === 'none') return sql`d.expected_close_date is null`
  if (month === 'earlier') return sql`d.expected_close_date < ${firstDayOf(from)}::date`
  return sql`d.expected_close_date >= ${firstDayOf(month)}::date and d.expected_close_date < ${firstDayOf(monthAfter(month, 1))}::date`
}

function columnOf({ actor }: Crm, month: string, sums: readonly MonthSum[], cards: string): string {
  const seesSums = mayDo(actor, 'can_see_deals_list_summary')
  const sum = (amounts: (number | null)[]) => (seesSums ? addUp(amounts) : null)
  const [open, won] = (['open', 'won'] as const).map(status =>
    sums.filter(each => each.month === month && each.status === status),
  ) as [MonthSum[], MonthSum[]]
  const countOf = (those: readonly MonthSum[]) => those.reduce((count, each) => count + each.count, 0)
  const head = {
    month,
    count: countOf(open),
    value: sum(open.map(each => each.converted)),
    weighted_value: sum(open.map(each => each.weighted_converted)),
    not_converted: countOf(open.filter(each => each.converted === null)),
    won_count: countOf(won),
    won_value: sum(won.map(each => each.converted)),
  }
  return `${JSON.stringify(head).slice(0, -1)},"cards":${cards}}`
}

export const forecast = [getForecast, getForecastCards]
