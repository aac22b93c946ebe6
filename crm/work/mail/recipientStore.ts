import type { Sql } from '@portico/kit/database/sql'

/** The company of a short name, unless it is closed. */
export async function findMailCompany(sql: Sql, domain: string): Promise<number | undefined> {
  const [company] = await sql<{ id: number }[]>`
    select id from crm.company where domain = ${domain} and removal_time is null`
  return company?.id
}

export interface MailboxOwner {
  userId: number
  /** The message is from that user. */
  isSender: boolean
}

/**
 * Whose mailbox a message to a company goes to: that of the user it is from; of a stranger's, that of the user who made
 * the company, or the first admin when that one is gone.
 */
export async function findMailboxOwner(
  sql: Sql,
  companyId: number,
  senders: readonly string[],
): Promise<MailboxOwner | undefined> {
  const addresses = senders.map(address => address.toLowerCase())
  const [owner] = await sql<MailboxOwner[]>`
    select u.id as "userId", lower(u.email) = any(${addresses}::text[]) as "isSender"
    from crm.app_user u
    where u.company_id = ${companyId} and u.active and not u.is_deleted
      and (lower(u.email) = any(${addresses}::text[]) or u.has_created_company or u.is_admin)
    order by "isSender" desc, u.has_created_company desc, u.id limit 1`
  return owner
}
