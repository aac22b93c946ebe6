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

/** The person with this e-mail address gets this password, and every session of theirs ends; false when there is none. */
export async function setUserPassword(sql: Sql, email: string, passwordHash: string): Promise<boolean> {
  const [changed] = await sql<{ id: number }[]>`
    update crm.account set password_hash = ${passwordHash}, password_time = now()
    where lower(email) = lower(${email}) returning id`
  if (!changed) return false
  await sql`delete from crm.session where account_id = ${changed.id}`
  await sql`delete from crm.password_link where account_id = ${changed.id}`
  return true
}
