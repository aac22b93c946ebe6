import { connect } from '@portico/kit/database/connect'
import { distributedBy } from '@portico/kit/database/distributedBy'
import type { Sql } from '@portico/kit/database/sql'
import type { FirstRows } from '@portico/kit/testing/testDatabase'
import { createCompany } from '../company/companies/createCompany.ts'

/** Making a company takes longer than all the rest of a start: the first one comes with the database. */
export const FIRST_COMPANY: FirstRows = {
  name: 'crm',
  async add(url) {
    const sql = connect(url, { distributedBy: await distributedBy(url) })
    await addCompany(sql, 1)
    await sql.end()
  },
}

export function addCompany(sql: Sql, number: number): Promise<{ companyId: number; ownerId: number }> {
  return createCompany(sql, {
    name: `Company ${number}`,
    domain: `company-${number}`,
    owner: { name: 'Olga Owner', email: `owner-${number}@example.com`, passwordHash: 'none' },
  })
}
