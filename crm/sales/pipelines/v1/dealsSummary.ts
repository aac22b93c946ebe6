import { optional } from '@portico/kit/api/schemas'
import type { Fragment } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import { mayDo } from '../../../base/access/mayDo.ts'
import type { Crm } from '../../../base/api/context.ts'
import { byId } from '../../../base/records/v1/relatedObjects.ts'
import { addUp, formatMoney, NotConverted, notConverted } from '../../../company/currencies/convertCurrency.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { maySeeStatisticsOf } from '../../deals/statisticsAccess.ts'
import type { Summing } from '../../deals/sumsStore.ts'
import { type OpenDealsSum, sumOpenDeals } from '../openDeals.ts'

const InStage = Type.Object({
  count: Type.Integer(),
  value: Type.Number(),
  value_formatted: Type.String(),
  weighted_value: Type.Number(),
  weighted_value_formatted: Type.String(),
})

/** What the open deals of a pipeline or a stage are worth, as v1 shows it beside them. */
export const PipelineDealsSummary = Type.Object({
  per_stages: byId('STAGE_ID', byId('CURRENCY_ID', InStage)),
  per_stages_converted: optional(byId('STAGE_ID', byId('CURRENCY_ID', InStage))),
  per_currency: byId('CURRENCY_ID', Type.Number()),
  total_count: Type.Integer(),
  per_currency_full: byId('CURRENCY_ID', Type.Object({ count: Type.Integer(), value: Type.Number() })),
  not_converted: optional(NotConverted),
})

const GROUPS: Summing = { along: 'nothing' }

type InStage = Static<typeof InStage>

/** Beside a pipeline or a stage, for those who may see sums; the others get the pipeline without. */
export async function summaryBeside(crm: Crm, where: Fragment, convertInto?: string) {
  if (!mayDo(crm.actor, 'can_see_deals_list_summary') || !maySeeStatisticsOf(crm.actor, 'everybody')) return {}
  return { deals_summary: await pipelineDealsSummary(crm, where, convertInto) }
}

/** `where` refers to `crm.deal d`, or to groups of them. With a currency to convert into, what each stage is worth in it comes beside. */
export async function pipelineDealsSummary(crm: Crm, where: Fragment, convertInto?: string, summing: Summing = GROUPS) {
  const target = convertInto === undefined ? undefined : await targetCurrency(crm, convertInto)
  const rows = await sumOpenDeals(crm, where, target, summing)
  const per_stages: Record<string, Record<string, InStage>> = {}
  const per_currency_full: Record<string, { count: number; value: number }> = {}
  for (const { stage_id, currency, count, value, value_formatted, weighted, weighted_formatted } of rows) {
    const inStage = {
      count,
      value,
      value_formatted,
      weighted_value: weighted,
      weighted_value_formatted: weighted_formatted,
    }
    per_stages[stage_id] = { ...per_stages[stage_id], [currency]: inStage }
    const before = per_currency_full[currency] ?? { count: 0, value: 0 }
    per_currency_full[currency] = { count: before.count + count, value: before.value + value }
  }
  return {
    per_stages,
    ...(target && { per_stages_converted: convertedByStage(rows, target) }),
    per_currency: Object.fromEntries(Object.entries(per_currency_full).map(([code, { value }]) => [code, value])),
    total_count: rows.reduce((count, row) => count + row.count, 0),
    per_currency_full,
    ...(target && notConverted(rows, row => row.converted !== null)),
  }
}

function convertedByStage(rows: readonly OpenDealsSum[], { code, symbol }: { code: string; symbol: string }) {
  const stages: Record<string, Record<string, InStage>> = {}
  for (const row of rows) {
    const before = stages[row.stage_id]?.[code]
    const value = addUp([before?.value ?? null, row.converted])
    const weighted_value = addUp([before?.weighted_value ?? null, row.weighted_converted])
    stages[row.stage_id] = {
      [code]: {
        count: (before?.count ?? 0) + row.count,
        value,
        value_formatted: formatMoney(value, symbol),
        weighted_value,
        weighted_value_formatted: formatMoney(weighted_value, symbol),
      },
    }
  }
  return stages
}
