import { type FoundCompany, findCompany } from '@portico/crm/company/companies/store'
import type { Sql } from '@portico/kit/database/sql'
import { problem } from '../config/problem.ts'

/** The company of this short name, or the first one when none is given. */
export async function companyOf(sql: Sql, domain: string | undefined): Promise<FoundCompany> {
  const company = await findCompany(sql, domain)
  if (company) return company
  throw problem(
    domain === undefined ? 'There is no company yet: start the server once' : `There is no company ${domain}`,
  )
}
