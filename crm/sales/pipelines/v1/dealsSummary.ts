import { optional } from '@portico/kit/api/schemas'
import type { Fragment } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { byId } from '../../../base/records/v1/relatedObjects.ts'
import { factorInto, formatMoney, targetCurrency } from '../../deals/convertCurrency.ts'
import { weightedValue } from '../../deals/v1/wire.ts'

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
})

interface Row {
  stage_id: number
  currency: string
  count: number
  value: number
  value_formatted: string
  weighted_value: number
  weighted_value_formatted: string
  /** Into the wanted currency; null while no rate is known. */
  factor: number | null
}

type InStage = Static<typeof InStage>

/** `where` refers to `crm.deal d`. With a currency to convert into, what each stage is worth in it comes beside. */
export async function pipelineDealsSummary(crm: Crm, where: Fragment, convertInto?: string) {
  const { sql, actor } = crm
  const target = convertInto === undefined ? undefined : await targetCurrency(crm, convertInto)
  const rows = await sql<Row[]>`
    select d.stage_id, d.currency, count(*)::int as count, sum(d.value)::float8 as value,
      crm.formatted_money(sum(d.value), money.symbol) as value_formatted, sum(${weightedValue})::float8 as weighted_value,
      crm.formatted_money(sum(${weightedValue}), money.symbol) as weighted_value_formatted,
      max(${target ? factorInto(target) : sql`null::float8`}) as factor
    from crm.deal d
    join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
    join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
    left join crm.currency money on money.company_id = d.company_id and money.code = d.currency
    where d.company_id = ${actor.companyId} and d.status = 'open' and not d.is_archived and ${where} and ${maySee(actor, 'deal', 'd')}
    group by d.stage_id, d.currency, money.symbol`
  const per_stages: Record<string, Record<string, InStage>> = {}
  const per_currency_full: Record<string, { count: number; value: number }> = {}
  for (const { stage_id, currency, factor: _, ...inStage } of rows) {
    per_stages[stage_id] = { ...per_stages[stage_id], [currency]: inStage }
    const before = per_currency_full[currency] ?? { count: 0, value: 0 }
    per_currency_full[currency] = { count: before.count + inStage.count, value: before.value + inStage.value }
  }
  return {
    per_stages,
    ...(target && { per_stages_converted: convertedByStage(rows, target) }),
    per_currency: Object.fromEntries(Object.entries(per_currency_full).map(([code, { value }]) => [code, value])),
    total_count: rows.reduce((count, row) => count + row.count, 0),
    per_currency_full,
  }
}

function convertedByStage(rows: readonly Row[], { code, symbol }: { code: string; symbol: string }) {
  const stages: Record<string, Record<string, InStage>> = {}
  for (const row of rows) {
    const before = stages[row.stage_id]?.[code]
    const value = (before?.value ?? 0) + row.value * (row.factor ?? 0)
    const weighted_value = (before?.weighted_value ?? 0) + row.weighted_value * (row.factor ?? 0)
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
