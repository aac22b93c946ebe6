import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
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

/** What to multiply the value of `crm.deal d` with, given its `crm.currency money`; null while a rate is unknown. */
export function factorInto({ code, rate, home }: TargetCurrency): Fragment {
  return fragment`case when d.currency = ${code} then 1
    else (case when d.currency = ${home} then 1 else money.rate end) / nullif(${rate}::float8, 0) end`
}

/** An amount as `crm.formatted_money` writes it: cents only when there are any. */
export function formatMoney(amount: number, symbol: string): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const digits = cents % 100 === 0 ? 0 : 2
  const text = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${amount < 0 ? '-' : ''}${symbol}${text}`
}
