import type { Sql } from '@portico/kit/database/sql'

/**
 * Whoever decides by what the company has at the moment (its fields, its tree of roles, its last owner) holds this lock
 * from before the look until the end of the transaction. Rows that refer to the company are written as before.
 */
export async function lockCompany(sql: Sql, companyId: number): Promise<void> {
  await sql`select from crm.company where id = ${companyId} for no key update`
}
