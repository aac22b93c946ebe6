import type { Sql } from '@portico/kit/database/sql'
import { activeUser } from './store.ts'

export interface LinkedAccount {
  accountId: number
  email: string
}

/** Whose password a link sets; nobody's when it was used, is too old, or the password was changed since. */
export async function findPasswordLink(sql: Sql, digest: Uint8Array): Promise<LinkedAccount | undefined> {
  const [found] = await sql<LinkedAccount[]>`
    select a.id as "accountId", a.email from crm.password_link l join crm.account a on a.id = l.account_id
    where l.digest = ${digest} and l.expires_time > now() and l.add_time >= a.password_time`
  return found
}

/** Holds the account before anything of it is changed, so that two changes at once take turns. */
export async function holdAccount(sql: Sql, accountId: number): Promise<void> {
  await sql`select from crm.account where id = ${accountId} for update`
}

/** Sets the password, and ends what an older one opened: sessions, links, steps of sign-ins. */
export async function replacePassword(sql: Sql, accountId: number, passwordHash: string): Promise<ChangedAccount> {
  const [changed] = await sql<ChangedAccount[]>`
    with changed as (
      update crm.account set password_hash = ${passwordHash}, password_time = now() where id = ${accountId} returning *)
    select id, password_time::text as "passwordTime", totp_since is not null as "asksForCode" from changed`
  if (!changed) throw new Error(`there is no account ${accountId}`)
  await sql`delete from crm.session where account_id = ${accountId}`
  await sql`delete from crm.password_link where account_id = ${accountId}`
  await sql`delete from crm.sign_in_step where account_id = ${accountId}`
  return changed
}

export interface ChangedAccount {
  id: number
  passwordTime: string
  asksForCode: boolean
}

/** The address of an account that somebody may sign in to. */
export async function findMailable(sql: Sql, email: string): Promise<LinkedAccount | undefined> {
  const [found] = await sql<LinkedAccount[]>`
    select a.id as "accountId", a.email from crm.account a
    where lower(a.email) = lower(${email})
      and exists (select from ${activeUser} where u.account_id = a.id)`
  return found
}

/** What a signed-in person has to give again before the keys of the account are changed. */
export async function findPasswordHash(sql: Sql, accountId: number): Promise<{ email: string; hash: string | null }> {
  const [account] = await sql<{ email: string; hash: string | null }[]>`
    select email, password_hash as hash from crm.account where id = ${accountId}`
  if (!account) throw new Error(`there is no account ${accountId}`)
  return account
}
