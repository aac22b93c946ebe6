import type { Sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'

/** Who is asked, as the page says it. */
export async function findConsenting(
  sql: Sql,
  { companyId, userId }: Actor,
): Promise<{ name: string; email: string; company: string }> {
  const [person] = await sql<{ name: string; email: string; company: string }[]>`
    select u.name, u.email, c.name as company from crm.app_user u join crm.company c on c.id = u.company_id
    where u.company_id = ${companyId} and u.id = ${userId}`
  return person ?? { name: '', email: '', company: '' }
}
