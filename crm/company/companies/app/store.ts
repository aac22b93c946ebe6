import type { Crm } from '../../../base/api/context.ts'
import { dailyTokens, type Plan } from '../../../base/limits/plans.ts'

export interface CompanyRow {
  name: string
  domain: string
  default_currency: string
  plan: Plan
  add_time: Date
}

export async function findOwnCompany({ sql, actor }: Crm, { lock = false } = {}): Promise<CompanyRow | undefined> {
  const [company] = await sql<CompanyRow[]>`
    select name, domain, default_currency, plan, add_time from crm.company where id = ${actor.companyId}
    ${lock ? sql`for update` : sql``}`
  return company
}

export async function storeName({ sql, actor }: Crm, name: string): Promise<void> {
  await sql`update crm.company set name = ${name} where id = ${actor.companyId}`
}

export async function isCurrency({ sql, actor }: Crm, code: string): Promise<boolean> {
  const found = await sql`select from crm.currency where company_id = ${actor.companyId} and code = ${code}`
  return found.length > 0
}

/**
 * Another currency of the company. Rates that it gave are worth in its currency, so they are restated in the new one: by
 * the rate that it gave for that, else by the reference rates. Where neither is known they are forgotten.
 */
export async function storeCurrency({ sql, actor, now }: Crm, before: string, after: string): Promise<void> {
  await sql`
    with worth as (
      select n.rate as given, coalesce(n.rate, (o.reference_rate / n.reference_rate)::float8) as known
      from crm.currency n join crm.currency o on o.company_id = n.company_id and o.code = ${before}
      where n.company_id = ${actor.companyId} and n.code = ${after}
    )
    update crm.currency m set rate_time = ${now}, rate = case when m.code = ${after} then null
      when m.code = ${before} then 1 / worth.given else m.rate / worth.known end
    from worth where m.company_id = ${actor.companyId} and (m.rate is not null or m.code in (${before}, ${after}))`
  await sql`update crm.company set default_currency = ${after} where id = ${actor.companyId}`
}

export interface UsageRow {
  users: number
  deals: number
  leads: number
  persons: number
  organizations: number
  products: number
  activities: number
  files: number
  file_bytes: number
  tokens_today: number
  tokens_a_day: number
}

export async function findUsage({ sql, actor, now }: Crm): Promise<UsageRow> {
  const { companyId } = actor
  const [found] = await sql<(Omit<UsageRow, 'tokens_a_day'> & { plan: Plan; extra_tokens: number })[]>`
    select c.plan, c.extra_tokens,
      (select count(*)::int from crm.app_user where company_id = ${companyId} and active and not is_deleted) as users,
      (select count(*)::int from crm.deal where company_id = ${companyId} and not is_deleted) as deals,
      (select count(*)::int from crm.lead where company_id = ${companyId} and not is_deleted) as leads,
      (select count(*)::int from crm.person where company_id = ${companyId} and not is_deleted) as persons,
      (select count(*)::int from crm.organization where company_id = ${companyId} and not is_deleted) as organizations,
      (select count(*)::int from crm.product where company_id = ${companyId} and not is_deleted) as products,
      (select count(*)::int from crm.activity where company_id = ${companyId} and not is_deleted) as activities,
      (select count(*)::int from crm.file where company_id = ${companyId} and not is_deleted) as files,
      (select coalesce(sum(file_size), 0)::float8 from crm.file where company_id = ${companyId} and not is_deleted) as file_bytes,
      coalesce((select tokens from crm.token_spending where company_id = ${companyId} and day = ${now.toISOString().slice(0, 10)}), 0) as tokens_today
    from crm.company c where c.id = ${companyId}`
  if (!found) throw new Error(`company ${companyId} is gone`)
  const { plan, extra_tokens, ...usage } = found
  return { ...usage, tokens_a_day: dailyTokens(plan, usage.users, extra_tokens) }
}
