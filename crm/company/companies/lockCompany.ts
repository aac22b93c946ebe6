import type { Sql } from '@portico/kit/database/sql'

/**
 * Until the transaction ends nobody else changes what is decided by looking at the whole company: its tree of roles,
 * its owners. Rows that refer to the company are written as before.
 */
export async function lockCompany(sql: Sql, companyId: number): Promise<void> {
  await sql`select from crm.company where id = ${companyId} for no key update`
}
