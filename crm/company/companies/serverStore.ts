import { failure } from '@portico/kit/api/failure'
import { violates } from '@portico/kit/database/errors'
import type { Sql } from '@portico/kit/database/sql'
import { createCompany, type NewCompany } from './createCompany.ts'

/* For whoever runs the server: the companies on it. */

export interface CompanyOnServer {
  id: number
  domain: string
  name: string
  plan: string
  users: number
  created: Date
  /** When everything of a closed company is removed. */
  removal: Date | null
  isSandbox: boolean
  /** A copy is not, until its last row is there. */
  isWhole: boolean
}

export async function listCompaniesOnServer(sql: Sql): Promise<CompanyOnServer[]> {
  return sql<CompanyOnServer[]>`
    select c.id, c.domain, c.name, c.plan, c.add_time as created, c.removal_time as removal, c.is_sandbox as "isSandbox", c.is_whole as "isWhole",
      (select count(*)::int from crm.app_user u where u.company_id = c.id and u.active and not u.is_deleted) as users
    from crm.company c order by c.id`
}

/** Adds a company, whose short name no other may have. */
export async function addCompanyOnServer(sql: Sql, company: NewCompany) {
  try {
    return await createCompany(sql, company)
  } catch (error) {
    if (violates(error)) throw failure('conflict', `There is a company ${company.domain} already`, { field: 'domain' })
    throw error
  }
}
