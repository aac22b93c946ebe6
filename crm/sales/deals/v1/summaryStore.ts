import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { convertedInto } from '../../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../../company/currencies/targetStore.ts'
import { weightedValue } from '../weighted.ts'

/** The deals of one currency. */
export interface CurrencyRow {
  currency: string
  count: number
  value: number
  weighted: number
  /** In the wanted currency; null while no rate is known. */
  converted: number | null
  weighted_converted: number | null
  formatted: string
  weighted_formatted: string
}

/** What the deals are worth that `where` selects from `crm.deal d`, also in the target currency. */
export async function selectByCurrency(
  { sql, actor }: Crm,
  where: Fragment,
  target: TargetCurrency,
): Promise<CurrencyRow[]> {
  return sql<CurrencyRow[]>`
    select s.currency, s.count, s.value::float8, s.weighted::float8,
      (${convertedInto(target, sql`s.value`)})::float8 as converted, (${convertedInto(target, sql`s.weighted`)})::float8 as weighted_converted,
      crm.formatted_money(s.value, money.symbol) as formatted, crm.formatted_money(s.weighted, money.symbol) as weighted_formatted
    from (
      select d.currency, count(*)::int as count, sum(d.value) as value, sum(${weightedValue}) as weighted
      from crm.deal d
      join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
      join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
      where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}
      group by d.currency
    ) s left join crm.currency money on money.company_id = ${actor.companyId} and money.code = s.currency
    order by s.currency`
}
