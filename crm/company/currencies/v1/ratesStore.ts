import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../../base/api/context.ts'

interface Rates {
  base: string
  rates: Record<string, number>
  update_time: string | null
}

export async function readRates({ sql, actor }: Crm): Promise<Rates> {
  const [found] = await sql<Rates[]>`
    select c.default_currency as base,
      coalesce(json_object_agg(m.code, m.rate order by m.code) filter (where m.rate is not null), '{}') as rates,
      crm.time_v1(max(m.rate_time)) as update_time
    from crm.company c left join crm.currency m on m.company_id = c.id and m.code <> c.default_currency
    where c.id = ${actor.companyId} group by c.id`
  if (!found) throw failure('missing', 'Company not found')
  return found
}

interface CurrencyRate {
  code: string
  rate: number | null
}

/** The currencies with these codes, locked for the rest of the transaction. */
export async function lockRates({ sql, actor }: Crm, codes: readonly string[]): Promise<CurrencyRate[]> {
  return sql<CurrencyRate[]>`
    select code, rate from crm.currency where company_id = ${actor.companyId} and code = any(${codes}::text[])
    order by code for update`
}

export async function storeRates({ sql, actor, now }: Crm, given: readonly CurrencyRate[]): Promise<void> {
  await sql`
    update crm.currency m set rate = given.rate, rate_time = ${now}
    from unnest(${given.map(({ code }) => code)}::text[], ${given.map(({ rate }) => rate)}::float8[]) given (code, rate)
    where m.company_id = ${actor.companyId} and m.code = given.code`
}
