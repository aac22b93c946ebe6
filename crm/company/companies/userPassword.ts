import type { Sql } from '@portico/kit/database/sql'

/** Another password in the place of one that nobody has seen; false when it was changed since. */
export async function replaceUserPassword(
  sql: Sql,
  user: { companyId: number; userId: number },
  before: string,
  passwordHash: string,
): Promise<boolean> {
  const [replaced] = await sql`
    update crm.app_user set password_hash = ${passwordHash}
    where company_id = ${user.companyId} and id = ${user.userId} and password_hash = ${before} returning id`
  return replaced !== undefined
}

/** The user with this e-mail address gets this password; false when there is none. */
export async function setUserPassword(sql: Sql, email: string, passwordHash: string): Promise<boolean> {
  const [changed] = await sql`
    update crm.app_user set password_hash = ${passwordHash}, modified = now()
    where lower(email) = lower(${email}) and not is_deleted returning id`
  return changed !== undefined
}
