import type { Sql } from '@portico/kit/database/sql'
import { isoCurrencies } from '../currencies/isoCurrencies.ts'
import { REFERENCE_RATES } from '../currencies/referenceRates.ts'

export interface FoundCompany {
  id: number
  name: string
  domain: string
}

/** The company of that short name; the first one made when no name is given. */
export async function findCompany(sql: Sql, domain?: string): Promise<FoundCompany | undefined> {
  const [found] = await sql<FoundCompany[]>`
    select id, name, domain from crm.company
    where ${domain ?? null}::text is null or domain = ${domain ?? null} order by id limit 1`
  return found
}

/** A company and its topmost group. */
export async function insertCompany(
  sql: Sql,
  { name, domain, currency }: { name: string; domain: string; currency: string },
): Promise<number> {
  const [made] = await sql<{ company_id: number }[]>`
    with company as (
      insert into crm.company (name, domain, default_currency) values (${name}, ${domain}, ${currency}) returning id
    ), role as (
      insert into crm.role (company_id, name) select id, '(Unassigned users)' from company returning company_id, id
    )
    select company_id from role`
  if (!made) throw new Error('creating a company returned nothing')
  return made.company_id
}

export async function markCreator(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`update crm.app_user set has_created_company = true where company_id = ${companyId} and id = ${userId}`
}

export async function addCurrencies(sql: Sql, companyId: number): Promise<void> {
  const rows = isoCurrencies().map(currency => ({
    company_id: companyId,
    ...currency,
    reference_rate: REFERENCE_RATES.get(currency.code) ?? null,
  }))
  await sql`insert into crm.currency ${sql(rows)}`
}

const FIRST_STAGES = ['Qualified', 'Contact Made', 'Demo Scheduled', 'Proposal Made', 'Negotiations Started']

export async function addFirstPipeline(sql: Sql, companyId: number): Promise<void> {
  await sql`
    with pipeline as (
      insert into crm.pipeline (company_id, name, order_nr, is_selected) values (${companyId}, 'Pipeline', 1, true) returning id
    )
    insert into crm.stage (company_id, pipeline_id, name, order_nr)
    select ${companyId}, pipeline.id, stage.name, stage.nr
    from pipeline, unnest(${FIRST_STAGES}::text[]) with ordinality stage (name, nr)`
}

/** Another password in the place of one that nobody has seen; false when it was changed since. */
export async function replaceUserPassword(
  sql: Sql,
  user: { companyId: number; userId: number },
  before: string,
  passwordHash: string,
): Promise<boolean> {
  const [replaced] = await sql`
    update crm.account a set password_hash = ${passwordHash}, password_time = now() from crm.app_user u
    where u.company_id = ${user.companyId} and u.id = ${user.userId} and a.id = u.account_id
      and a.password_hash = ${before} returning a.id`
  return replaced !== undefined
}
