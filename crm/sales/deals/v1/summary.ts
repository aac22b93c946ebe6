import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { addUp, formatMoney, NotConverted, notConverted } from '../../../company/currencies/convertCurrency.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { requireStatisticsOf } from '../statisticsAccess.ts'
import { groupsUnless, type Summing, sumDealsBy } from '../sumsStore.ts'

const Total = Type.Object({
  value: Type.Number(),
  count: Type.Integer(),
  value_converted: nullable(Type.Number()),
  value_formatted: Type.String(),
  value_converted_formatted: nullable(Type.String()),
})
const Weighted = Type.Object({ value: Type.Number(), count: Type.Integer(), value_formatted: Type.String() })

/** Totals by currency code; documents of the original show the inner object alone, so both are declared. */
const DealsSummary = Type.Object({
  values_total: Type.Union([Type.Record(Type.String(), Total), Total]),
  weighted_values_total: Type.Union([Type.Record(Type.String(), Weighted), Weighted]),
  total_count: Type.Integer(),
  total_currency_converted_value: Type.Number(),
  total_weighted_currency_converted_value: Type.Number(),
  total_currency_converted_value_formatted: Type.String(),
  total_weighted_currency_converted_value_formatted: Type.String(),
  not_converted: optional(NotConverted),
})

const query = {
  status: optional(oneOf(['open', 'won', 'lost'])),
  filter_id: optional(Id),
  user_id: optional(Id),
  pipeline_id: optional(Id),
  stage_id: optional(Id),
}

const getDealsSummary = v1({
  route: 'GET /deals/summary',
  summary: 'Sum up the deals that are not archived',
  scopes: ['deals:read', 'deals:full'],
  rights: ['can_see_deals_list_summary'],
  query,
  reply: DealsSummary,
  cost: 40,
  async run({ query }, crm) {
    const where = await wanted(crm, query)
    return dealsSummary(crm, sql`not d.is_archived and ${where}`, groupsUnless(query.filter_id, 'nothing'))
  },
})

const getArchivedDealsSummary = v1({
  route: 'GET /deals/summary/archived',
  summary: 'Sum up the archived deals',
  scopes: ['deals:read', 'deals:full'],
  rights: ['can_see_deals_list_summary'],
  query,
  reply: DealsSummary,
  cost: 80,
  async run({ query }, crm) {
    const where = await wanted(crm, query)
    return dealsSummary(crm, sql`d.is_archived and ${where}`, groupsUnless(query.filter_id, 'nothing'))
  },
})

export const dealSummaries = [getDealsSummary, getArchivedDealsSummary]

interface Wanted {
  status?: string | undefined
  filter_id?: number | undefined
  user_id?: number | undefined
  pipeline_id?: number | undefined
  stage_id?: number | undefined
}

async function wanted(crm: Crm, query: Wanted): Promise<Fragment> {
  requireStatisticsOf(crm, query.filter_id ? 'everybody' : (query.user_id ?? 'everybody'))
  const byFilter = query.filter_id ? await filterCondition(crm, 'deals', query.filter_id, 'd') : undefined
  return sql`${query.status ? sql`d.status = ${query.status}` : sql`d.status <> 'deleted'`}
    ${byFilter ? sql`and ${byFilter}` : sql``}
    ${query.user_id && !byFilter ? sql`and d.owner_id = ${query.user_id}` : sql``}
    ${query.pipeline_id ? sql`and d.pipeline_id = ${query.pipeline_id}` : sql``}
    ${query.stage_id ? sql`and d.stage_id = ${query.stage_id}` : sql``}`
}

/** Totals of the deals that `where` refers to (as `crm.deal d`), by currency and converted into one. */
export async function dealsSummary(crm: Crm, where: Fragment, summing: Summing) {
  const target = await targetCurrency(crm)
  const rows = await sumDealsBy(crm, {}, where, target, summing)
  const total = addUp(rows.map(row => row.converted))
  const totalWeighted = addUp(rows.map(row => row.weighted_converted))
  const format = (amount: number) => formatMoney(amount, target.symbol)
  return {
    values_total: Object.fromEntries(
      rows.map(row => [
        row.currency,
        {
          value: row.value,
          count: row.count,
          value_converted: row.converted,
          value_formatted: row.value_formatted,
          value_converted_formatted: row.converted === null ? null : format(row.converted),
        },
      ]),
    ),
    weighted_values_total: Object.fromEntries(
      rows.map(row => [
        row.currency,
        { value: row.weighted, count: row.count, value_formatted: row.weighted_formatted },
      ]),
    ),
    total_count: rows.reduce((count, row) => count + row.count, 0),
    total_currency_converted_value: total,
    total_weighted_currency_converted_value: totalWeighted,
    total_currency_converted_value_formatted: format(total),
    total_weighted_currency_converted_value_formatted: format(totalWeighted),
    ...notConverted(rows, row => row.converted !== null),
  }
}
