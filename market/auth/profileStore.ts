import type { Sql } from '@portico/kit/database/sql'

/** The fields of a profile; null leaves a field as it is. */
export interface ProfileChanges {
  firstName: string | null
  lastName: string | null
  paymentName: string | null
  mailbox: string | null
  matchMail: boolean | null
}

export async function changeProfile(sql: Sql, accountId: string, changes: ProfileChanges): Promise<void> {
  await sql`
    update market.account set
      first_name = coalesce(${changes.firstName}, first_name),
      last_name = coalesce(${changes.lastName}, last_name),
      payment_name = coalesce(${changes.paymentName}, payment_name),
      mailbox = coalesce(${changes.mailbox}, mailbox),
      match_mail = coalesce(${changes.matchMail}, match_mail)
    where id = ${accountId}`
}

export async function stopMatchMail(sql: Sql, accountId: string): Promise<void> {
  await sql`update market.account set match_mail = false where id = ${accountId}`
}
