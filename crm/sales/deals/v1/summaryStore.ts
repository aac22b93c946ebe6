import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { factorInto } from '../convertCurrency.ts'
import type { TargetCurrency } from '../currencyStore.ts'
import { weightedValue } from './wire.ts'

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
    select d.currency, count(*)::int as count, sum(d.value)::float8 as value, sum(${weightedValue})::float8 as weighted,
      (sum(d.value)::float8 * rate.factor) as converted, (sum(${weightedValue})::float8 * rate.factor) as weighted_converted,
      crm.formatted_money(sum(d.value), money.symbol) as formatted, crm.formatted_money(sum(${weightedValue}), money.symbol) as weighted_formatted
    from crm.deal d
    join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
    join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
    left join crm.currency money on money.company_id = d.company_id and money.code = d.currency
    cross join lateral (select ${factorInto(target)} as factor) rate
    where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}
    group by d.currency, money.symbol, rate.factor order by d.currency`
}
