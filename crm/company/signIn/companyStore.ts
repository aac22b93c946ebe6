import type { Sql } from '@portico/kit/database/sql'
import { activeUser, type Place } from './store.ts'

export interface CompanyOfPerson {
  id: number
  name: string
  domain: string
  user_id: number
}

/** The companies where a person is an active user. */
export async function listCompaniesOf(sql: Sql, accountId: number): Promise<CompanyOfPerson[]> {
  return sql<CompanyOfPerson[]>`
    select c.id, c.name, c.domain, u.id as user_id from ${activeUser} where u.account_id = ${accountId} order by c.name, c.id`
}

/** Marks a company as the one used last; none where the person is no active user. */
export async function enterCompany(sql: Sql, accountId: number, companyId: number): Promise<Place | undefined> {
  const [place] = await sql<Place[]>`
    update crm.app_user set last_login = now()
    where company_id = ${companyId} and account_id = ${accountId} and active and not is_deleted
      and exists (select from crm.company c where c.id = ${companyId} and c.removal_time is null)
    returning company_id as "companyId", id as "userId"`
  return place
}

export interface PersonHere {
  name: string
  email: string
}

export async function findPersonHere(sql: Sql, companyId: number, userId: number): Promise<PersonHere> {
  const [person] = await sql<PersonHere[]>`
    select name, email from crm.app_user where company_id = ${companyId} and id = ${userId}`
  return person ?? { name: '', email: '' }
}

export async function findSecurity(sql: Sql, companyId: number): Promise<{ require_second_factor: boolean }> {
  const [found] = await sql<{ require_second_factor: boolean }[]>`
    select (settings->>'require_second_factor')::boolean is true as require_second_factor
    from crm.company where id = ${companyId}`
  return { require_second_factor: found?.require_second_factor ?? false }
}

export async function storeSecurity(sql: Sql, companyId: number, isRequired: boolean): Promise<void> {
  await sql`
    update crm.company set settings = settings || jsonb_build_object('require_second_factor', ${isRequired}::boolean)
    where id = ${companyId}`
}
