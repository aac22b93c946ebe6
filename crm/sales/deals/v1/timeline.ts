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
import { type TargetCurrency, targetCurrency } from '../../../company/currencies/targetStore.ts'
import { requireStatisticsOf } from '../statisticsAccess.ts'
import { DealV1WithIds } from './shape.ts'
import { selectDealsV1 } from './store.ts'
import { boundsOf, dayBefore, type Interval } from './timelinePeriods.ts'
import { Totals, TotalsConverted, totalsOf } from './timelineTotals.ts'

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
  const periods = []
  let room = query.exclude_deals ? 0 : LIMITS.timelineDeals
  for (let at = 0; at < query.amount; at++) {
    const next = await period(crm, query, at, { wanted, day, into, room })
    room -= next.deals.length
    periods.push(next)
  }
  return periods
}

async function period(
  crm: Crm,
  query: TimelineQuery,
  at: number,
  { wanted, day, into, room }: { wanted: Fragment; day: Fragment; into: TargetCurrency | undefined; room: number },
) {
  const [first, next] = boundsOf(query.start_date, query.interval, at)
  const where = sql`${wanted} and ${day} >= ${first}::date and ${day} < ${next}::date`
  return {
    period_start: `${first} 00:00:00`,
    period_end: `${dayBefore(next)} 23:59:59`,
    deals: room > 0 ? await dealsIn(crm, where, Math.min(room, LIMITS.timelinePeriodDeals)) : [],
    ...(await totalsOf(crm, where, into)),
  }
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

/** The day of a date field of `crm.deal d`. */
async function dateField(crm: Crm, key: string): Promise<Fragment> {
  if (DATE_COLUMNS.includes(key)) return sql`(d.${sql(key)})::date`
  const field = (await fieldsOf(crm, 'deal')).byKey.get(key)
  if (field?.isCustom && field.type === 'date') return sql`(d.custom ->> ${key})::date`
  throw failure('invalid', `field_key ${key} is not a date field of deals: GET /v2/dealFields lists the fields`, {
    field: 'field_key',
  })
}
