import { randomBytes } from 'node:crypto'
import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'

export interface NewPasswordLink {
  accountId: number
  /** The company that invites; none when a password was forgotten. */
  companyId: number | null
  days: number
}

/** Makes the secret part of a link that lets somebody set a password. The database keeps its digest; nothing keeps it. */
export async function insertPasswordLink(sql: Sql, { accountId, companyId, days }: NewPasswordLink): Promise<string> {
  const secret = randomBytes(24).toString('hex')
  await sql`delete from crm.password_link where account_id = ${accountId} and expires_time < now()`
  await sql`
    insert into crm.password_link (digest, account_id, company_id, expires_time)
    values (${digestOf(secret)}, ${accountId}, ${companyId}, now() + make_interval(days => ${days}))`
  return secret
}

/** The page behind such a link. Opening it changes nothing. */
export function passwordLinkUrl(origin: string, secret: string): string {
  return `${origin}/password/new?link=${secret}`
}

/** Ends the unanswered invitations of a user into a company. */
export async function deletePasswordLinksOf(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`
    delete from crm.password_link l using crm.app_user u
    where u.company_id = ${companyId} and u.id = ${userId} and l.account_id = u.account_id and l.company_id = u.company_id`
}
