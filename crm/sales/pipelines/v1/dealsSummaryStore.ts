import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { factorInto } from '../../deals/convertCurrency.ts'
import type { TargetCurrency } from '../../deals/currencyStore.ts'
import { weightedValue } from '../../deals/v1/wire.ts'

export interface OpenDealsSum {
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

/** What the open deals are worth, by stage and currency. `where` refers to `crm.deal d`. */
export async function sumOpenDeals(
  { sql, actor }: Crm,
  where: Fragment,
  target: TargetCurrency | undefined,
): Promise<OpenDealsSum[]> {
  return sql<OpenDealsSum[]>`
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
}
