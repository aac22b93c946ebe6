import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { convertedInto } from '../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../company/currencies/targetStore.ts'

/** What a goal counts: tables, which of their rows, and what one of them is worth. */
export interface Counted {
  from: Fragment
  where: Fragment
  /** In the currency of `crm.deal d`. */
  amount: Fragment
}

export async function countMatching({ sql }: Crm, { from, where }: Counted): Promise<number> {
  const [found] = await sql<{ count: number }[]>`select count(*)::int as count from ${from} where ${where}`
  return found?.count ?? 0
}

export interface CurrencySum {
  currency: string
  count: number
  value: number
  /** In the wanted currency; null while no rate is known. */
  converted: number | null
}

export async function sumByCurrency(
  { sql, actor }: Crm,
  { from, where, amount }: Counted,
  target: TargetCurrency,
): Promise<CurrencySum[]> {
  return sql<CurrencySum[]>`
    select s.currency, s.count, s.value::float8, (${convertedInto(target, sql`s.value`)})::float8 as converted
    from (
      select d.currency, count(*)::int as count, sum(${amount}) as value from ${from} where ${where} group by d.currency
    ) s left join crm.currency money on money.company_id = ${actor.companyId} and money.code = s.currency
    order by s.currency`
}
