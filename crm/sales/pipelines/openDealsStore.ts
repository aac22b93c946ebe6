import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { convertedInto } from '../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../company/currencies/targetStore.ts'
import { weightedValue } from '../deals/weighted.ts'

export interface OpenDealsSum {
  stage_id: number
  currency: string
  count: number
  value: number
  value_formatted: string
  weighted_value: number
  weighted_value_formatted: string
  /** In the wanted currency; null when there is none or no rate is known. */
  converted: number | null
  weighted_converted: number | null
}

/** What the open deals are worth, by stage and currency. `where` refers to `crm.deal d`. */
export async function sumOpenDeals(
  { sql, actor }: Crm,
  where: Fragment,
  target: TargetCurrency | undefined,
): Promise<OpenDealsSum[]> {
  return sql<OpenDealsSum[]>`
    select s.stage_id, s.currency, s.count, s.value::float8, crm.formatted_money(s.value, money.symbol) as value_formatted,
      s.weighted::float8 as weighted_value, crm.formatted_money(s.weighted, money.symbol) as weighted_value_formatted,
      (${target ? convertedInto(target, sql`s.value`) : sql`null`})::float8 as converted,
      (${target ? convertedInto(target, sql`s.weighted`) : sql`null`})::float8 as weighted_converted
    from (
      select d.stage_id, d.currency, count(*)::int as count, sum(d.value) as value, sum(${weightedValue}) as weighted
      from crm.deal d
      join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
      join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
      where d.company_id = ${actor.companyId} and d.status = 'open' and not d.is_archived and ${where} and ${maySee(actor, 'deal', 'd')}
      group by d.stage_id, d.currency
    ) s left join crm.currency money on money.company_id = ${actor.companyId} and money.code = s.currency`
}
