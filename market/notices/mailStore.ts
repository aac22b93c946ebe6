import type { Sql } from '@portico/kit/database/sql'
import type { EventKind } from './facts.ts'

export interface OutgoingMail {
  id: string
  kind: EventKind
  facts: unknown
  accountId: string | null
  address: string | null
  /** Null for a mail to an address without an account. */
  wanted: boolean | null
  /** False when its link leads nowhere: nobody signed up with the address, or it has no account. */
  hasTarget: boolean
  /** Whether the address of the mail belongs to an account. */
  member: boolean
}

/** A mail that was not sent yet, locked until the end of the transaction. */
export async function lockUnsentMail(sql: Sql, id: string): Promise<OutgoingMail | undefined> {
  const [outgoing] = await sql<OutgoingMail[]>`
    select mail.id, mail.kind, mail.facts, mail.account_id as "accountId",
           coalesce(mail.address, account.email) as address,
           case mail.kind
             when 'matchFound' then account.match_mail
             when 'booksFound' then exists (select from market.saved_search search
                                            where search.id = mail.facts->>'search' and search.mail)
             else true end
             and account.deleted_at is null
             and (account.suspended_at is null or mail.kind = 'suspended') as wanted,
           case mail.kind
             when 'addressToConfirm' then exists (select from market.signup where id::text = mail.facts->>'signup')
             when 'resetAsked' then exists (select from market.password_reset where id::text = mail.facts->>'reset')
             else true end as "hasTarget",
           exists (select from market.account member where lower(member.email) = lower(mail.address)) as member
    from market.mail left join market.account on account.id = mail.account_id
    where mail.id = ${id} and mail.sent_at is null
    for update of mail`
  return outgoing
}

export async function markSent(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`update market.mail set sent_at = ${now} where id = ${id}`
}

export async function removeMail(sql: Sql, id: string): Promise<void> {
  await sql`delete from market.mail where id = ${id}`
}

export async function removeSignupsOf(sql: Sql, address: string): Promise<void> {
  await sql`delete from market.signup where lower(email) = lower(${address})`
}
