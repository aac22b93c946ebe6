import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { TargetCurrency } from './currencyStore.ts'

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
