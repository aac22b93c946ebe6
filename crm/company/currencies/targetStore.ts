import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'

/** A currency that totals are converted into, and what it takes to do so (`convertCurrency.ts`). */
export interface TargetCurrency {
  code: string
  symbol: string
  decimals: number
  /** The company's own currency, which the rates it gave are in, and its reference rate. */
  home: string
  homeReference: string | null
  /** What the company says one unit is worth in its own currency; null: it says nothing. */
  rate: string | null
  /** Units for one US dollar; null: unknown. */
  reference: string | null
}

/** The currency a caller wants totals in, by its code; `default_currency` is the caller's own. */
export async function targetCurrency(
  crm: Crm,
  wanted = 'default_currency',
  field = 'totals_convert_currency',
): Promise<TargetCurrency> {
  const code = wanted === 'default_currency' ? crm.actor.defaultCurrency : wanted
  const currency = await findTarget(crm, code)
  if (!currency)
    throw failure('invalid', `${field} ${code} is not the code of a currency: GET /v1/currencies lists them`, { field })
  return currency
}

/** Decimals come as text, so that none of their digits is lost on the way back to the database. */
export async function findTarget({ sql, actor }: Crm, code: string): Promise<TargetCurrency | undefined> {
  const [currency] = await sql<TargetCurrency[]>`
    select m.code, m.symbol, m.decimal_points as decimals, c.default_currency as home,
      home.reference_rate::text as "homeReference",
      case when m.code = c.default_currency then '1' else m.rate::numeric::text end as rate, m.reference_rate::text as reference
    from crm.currency m join crm.company c on c.id = m.company_id
    left join crm.currency home on home.company_id = m.company_id and home.code = c.default_currency
    where m.company_id = ${actor.companyId} and m.code = ${code}`
  return currency
}
