import type { Author } from '../changes/author.ts'

/**
 * Whoever decides by what the company has at the moment (its fields, its tree of roles, its last owner) holds this lock
 * from before the look until the end of the transaction. Rows that refer to the company are written as before.
 */
export async function lockCompany({ sql, actor }: Pick<Author, 'sql' | 'actor'>): Promise<void> {
  await sql`select from crm.company where id = ${actor.companyId} for no key update`
}
