import type { Author } from '../../base/changes/author.ts'

/** The account whose password was set; none when it has one. */
export async function insertFirstPassword(
  { sql, actor }: Author,
  userId: number,
  passwordHash: string,
): Promise<number | undefined> {
  const [set] = await sql<{ id: number }[]>`
    update crm.account a set password_hash = ${passwordHash}, password_time = now() from crm.app_user u
    where u.company_id = ${actor.companyId} and u.id = ${userId} and a.id = u.account_id and a.password_hash is null
    returning a.id`
  return set?.id
}
