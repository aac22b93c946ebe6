import { failure } from '@portico/kit/api/failure'
import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { CountedDay } from '../../../base/records/time.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { KEPT_DAYS } from '../dealGroups.ts'
import { requireStatisticsOf } from '../statisticsAccess.ts'
import { groupsUnless, type Summing } from '../sumsStore.ts'
import { DealV1WithIds } from './shape.ts'
import { selectDealsV1 } from './store.ts'
import { boundsOf, dayBefore, type Interval } from './timelinePeriods.ts'
import { sumByPeriod, Totals, TotalsConverted, totalsOf } from './timelineTotals.ts'

const Period = Type.Object({
  period_start: Type.String(),
  period_end: Type.String(),
  deals: Type.Array(DealV1WithIds),
  totals: Totals,
  totals_converted: optional(TotalsConverted),
})

/** One entry for each interval; documents of the original show a single one, so both are declared. */
const Timeline = Type.Union([Type.Array(Period), Period])

const query = {
  start_date: CountedDay,
  interval: oneOf(['day', 'week', 'month', 'quarter']),
  amount: Type.Integer({ minimum: 1, maximum: 100 }),
  field_key: Type.String({
    description: 'A date field of deals: add_time, won_time, …, or the key of a custom date field',
  }),
  user_id: optional(Id),
  pipeline_id: optional(Id),
  filter_id: optional(Id),
  exclude_deals: optional(Type.Integer({ minimum: 0, maximum: 1 })),
  totals_convert_currency: optional(Type.String()),
}

const getDealsTimeline = v1({
  route: 'GET /deals/timeline',
  summary: 'Get open and won deals by intervals of time',
  scopes: ['deals:read', 'deals:full'],
  rights: ['can_see_deals_list_summary'],
  query,
  reply: Timeline,
  cost: 20,
  run: ({ query }, crm) => timeline(crm, query, sql`not d.is_archived`),
})

const getArchivedDealsTimeline = v1({
  route: 'GET /deals/timeline/archived',
  summary: 'Get archived open and won deals by intervals of time',
  scopes: ['deals:read', 'deals:full'],
  rights: ['can_see_deals_list_summary'],
  query,
  reply: Timeline,
  cost: 40,
  run: ({ query }, crm) => timeline(crm, query, sql`d.is_archived`),
})

export const dealTimelines = [getDealsTimeline, getArchivedDealsTimeline]

interface TimelineQuery {
  start_date: string
  interval: Interval
  amount: number
  field_key: string
  user_id?: number | undefined
  pipeline_id?: number | undefined
  filter_id?: number | undefined
  exclude_deals?: number | undefined
  totals_convert_currency?: string | undefined
}

async function timeline(crm: Crm, query: TimelineQuery, archived: Fragment) {
  requireStatisticsOf(crm, query.filter_id ? 'everybody' : (query.user_id ?? 'everybody'))
  const day = await dateField(crm, query.field_key)
  const byFilter = query.filter_id ? await filterCondition(crm, 'deals', query.filter_id, 'd') : undefined
  const wanted = sql`${archived} and d.status in ('open', 'won')
    ${byFilter ? sql`and ${byFilter}` : sql``}
    ${query.user_id && !byFilter ? sql`and d.owner_id = ${query.user_id}` : sql``}
    ${query.pipeline_id ? sql`and d.pipeline_id = ${query.pipeline_id}` : sql``}`
  const into = query.totals_convert_currency ? await targetCurrency(crm, query.totals_convert_currency) : undefined
  const bounds = Array.from({ length: query.amount }, (_, at) => boundsOf(query.start_date, query.interval, at))
  const within = (first = '', end = '') => sql`${wanted} and ${day} >= ${first}::date and ${day} < ${end}::date`
  const where = within(bounds[0]?.[0], bounds.at(-1)?.[1])
  const borders = [...bounds.map(([first]) => first), bounds.at(-1)?.[1] ?? '']
  const sums = await sumByPeriod(crm, { where, day, into, summing: summingOf(query, borders) }, borders)
  const periods = []
  let room = query.exclude_deals ? 0 : LIMITS.timelineDeals
  for (const [at, [first, next]] of bounds.entries()) {
    const limit = Math.min(room, LIMITS.timelinePeriodDeals)
    const deals = limit > 0 ? await dealsIn(crm, within(first, next), limit) : []
    room -= deals.length
    const [period_start, period_end] = [`${first} 00:00:00`, `${dayBefore(next)} 23:59:59`]
    periods.push({ period_start, period_end, deals, ...totalsOf(sums, at + 1, into) })
  }
  return periods
}

function summingOf({ field_key, filter_id }: TimelineQuery, borders: readonly string[]): Summing {
  const along = KEPT_DAYS.find(day => day === field_key)
  return along ? groupsUnless(filter_id, along, { borders }) : {}
}

async function dealsIn(crm: Crm, where: Fragment, limit: number): Promise<DealV1WithIds[]> {
  const rows = await selectDealsV1(crm, where, sql`d.id`, { start: 0, limit }, 'ids')
  const fields = await fieldsOf(crm, 'deal')
  return rows.map(row => JSON.parse(textV1(fields, row)))
}

const DATE_COLUMNS = [
  'add_time',
  'update_time',
  'won_time',
  'first_won_time',
  'lost_time',
  'close_time',
  'stage_change_time',
  'expected_close_date',
]

/** A date field of `crm.deal d`, as it is stored: its days lie between midnights. */
async function dateField(crm: Crm, key: string): Promise<Fragment> {
  if (DATE_COLUMNS.includes(key)) return sql`d.${sql(key)}`
  const field = (await fieldsOf(crm, 'deal')).byKey.get(key)
  if (field?.isCustom && field.type === 'date') return sql`(d.custom ->> ${key})::date`
  throw failure('invalid', `field_key ${key} is not a date field of deals: GET /v2/dealFields lists the fields`, {
    field: 'field_key',
  })
}
