import type { Sql } from '@portico/kit/database/sql'
import type { Author } from '../../base/changes/author.ts'

export interface Invitee {
  accountId: number
  email: string
  hasPassword: boolean
  company: string
  /** Nobody when a command invited. */
  inviter: string | null
}

/** Whom an invitation goes to; nobody when the user was switched off meanwhile. */
export async function findInvitee(
  sql: Sql,
  companyId: number,
  userId: number,
  inviterId: number | undefined,
): Promise<Invitee | undefined> {
  const [found] = await sql<Invitee[]>`
    select a.id as "accountId", a.email, a.password_hash is not null as "hasPassword", c.name as company, i.name as inviter
    from crm.app_user u join crm.company c on c.id = u.company_id join crm.account a on a.id = u.account_id
    left join crm.app_user i on i.company_id = u.company_id and i.id = ${inviterId ?? null}
    where u.company_id = ${companyId} and u.id = ${userId} and u.active and not u.is_deleted and not c.is_sandbox`
  return found
}

/** How many invitations the company has sent within so many seconds, in all or to one user. */
export async function countInvitations(
  { sql, actor }: Author,
  { userId, seconds }: { userId?: number; seconds: number },
): Promise<number> {
  const [sent] = await sql<{ count: number }[]>`
    select count(*)::integer as count from crm.audit
    where company_id = ${actor.companyId} and action = 'user_invited' and time > now() - make_interval(secs => ${seconds})
      ${userId === undefined ? sql`` : sql`and subject = ${`user ${userId}`}`}`
  return sent?.count ?? 0
}
