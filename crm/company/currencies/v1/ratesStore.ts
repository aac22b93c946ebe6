import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../../base/api/context.ts'

interface Rates {
  base: string
  rates: Record<string, number>
  update_time: string | null
  reference_rates: Record<string, number>
}

/** What one unit of each currency is worth in the company's own: by the rates it gave, and by the reference rates. */
export async function readRates({ sql, actor }: Crm): Promise<Rates> {
  const [found] = await sql<Rates[]>`
    select c.default_currency as base,
      coalesce(json_object_agg(m.code, m.rate order by m.code) filter (where m.rate is not null), '{}') as rates,
      crm.time_v1(max(m.rate_time)) as update_time,
      coalesce(json_object_agg(m.code, (home.reference_rate / m.reference_rate)::float8 order by m.code)
        filter (where home.reference_rate / m.reference_rate is not null), '{}') as reference_rates
    from crm.company c left join crm.currency m on m.company_id = c.id and m.code <> c.default_currency
    left join crm.currency home on home.company_id = c.id and home.code = c.default_currency
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
  const rates = JSON.stringify(Object.fromEntries(given.map(({ code, rate }) => [code, rate])))
  await sql`
    update crm.currency set rate = (${rates}::text::jsonb ->> code)::float8, rate_time = ${now}
    where company_id = ${actor.companyId} and code = any(${given.map(({ code }) => code)}::text[])`
}
