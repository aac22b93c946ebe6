import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'

/** A currency that totals are converted into. Rates say what one unit is worth in the company's own currency. */
export interface TargetCurrency {
  code: string
  symbol: string
  /** Null while nobody knows it. */
  rate: number | null
  /** The company's own currency, whose rate is 1. */
  home: string
}

/** The currency a caller wants totals in; `default_currency` is the caller's own. */
export async function targetCurrency(
  { sql, actor }: Crm,
  wanted = 'default_currency',
  field = 'totals_convert_currency',
): Promise<TargetCurrency> {
  const code = wanted === 'default_currency' ? actor.defaultCurrency : wanted
  const [currency] = await sql<TargetCurrency[]>`
    select m.code, m.symbol, case when m.code = c.default_currency then 1 else m.rate end as rate, c.default_currency as home
    from crm.currency m join crm.company c on c.id = m.company_id
    where m.company_id = ${actor.companyId} and m.code = ${code}`
  if (!currency) throw failure('invalid', `${field} names no currency: ${code}`, { field })
  return currency
}
