import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { factorInto } from '../convertCurrency.ts'
import type { TargetCurrency } from '../currencyStore.ts'
import { weightedValue } from './wire.ts'

/** Deals of one currency and status. */
export interface TotalRow {
  currency: string
  status: string
  count: number
  value: number
  weighted: number
  /** Into the wanted currency; null when there is none or no rate is known. */
  factor: number | null
}

/** What the deals are worth that `where` selects from `crm.deal d`. */
export async function selectTotals(
  { sql, actor }: Crm,
  where: Fragment,
  into: TargetCurrency | undefined,
): Promise<TotalRow[]> {
  return sql<TotalRow[]>`
    select d.currency, d.status, count(*)::int as count, sum(d.value)::float8 as value, sum(${weightedValue})::float8 as weighted,
      max(${into ? factorInto(into) : sql`null::float8`}) as factor
    from crm.deal d
    left join crm.currency money on money.company_id = d.company_id and money.code = d.currency
    join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
    join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
    where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}
    group by d.currency, d.status`
}
