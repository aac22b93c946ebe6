import type { Sql } from '@portico/kit/database/sql'

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
