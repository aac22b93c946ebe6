import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { convertedInto } from '../../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../../company/currencies/targetStore.ts'
import { weightedValue } from '../weighted.ts'

/** Deals of one currency and status. */
export interface TotalRow {
  currency: string
  status: string
  count: number
  value: number
  weighted: number
  /** In the wanted currency; null when there is none or no rate is known. */
  converted: number | null
  weighted_converted: number | null
}

/** What the deals are worth that `where` selects from `crm.deal d`. */
export async function selectTotals(
  { sql, actor }: Crm,
  where: Fragment,
  into: TargetCurrency | undefined,
): Promise<TotalRow[]> {
  return sql<TotalRow[]>`
    select s.currency, s.status, s.count, s.value::float8, s.weighted::float8,
      (${into ? convertedInto(into, sql`s.value`) : sql`null`})::float8 as converted,
      (${into ? convertedInto(into, sql`s.weighted`) : sql`null`})::float8 as weighted_converted
    from (
      select d.currency, d.status, count(*)::int as count, sum(d.value) as value, sum(${weightedValue}) as weighted
      from crm.deal d
      join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
      join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
      where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}
      group by d.currency, d.status
    ) s left join crm.currency money on money.company_id = ${actor.companyId} and money.code = s.currency`
}
