import { fragment, type Sql } from '@portico/kit/database/sql'
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '../../base/access/session.ts'

/** Users, as `u`, who are not switched off, of companies that are not closed. */
export const activeUser = fragment`crm.app_user u join crm.company c
  on c.id = u.company_id and c.removal_time is null and u.active and not u.is_deleted`

/** An account as somebody tries to sign in to it. */
export interface SigningIn {
  id: number
  /** null while an invitation was not answered. */
  passwordHash: string | null
  /** As text, which keeps the microseconds. */
  passwordTime: string
  /** Whether a code is asked for after the password. */
  asksForCode: boolean
  /** Whether the person is an active user of any company. */
  isActive: boolean
}

export async function findSigningIn(sql: Sql, email: string): Promise<SigningIn | undefined> {
  const [account] = await sql<SigningIn[]>`
    select a.id, a.password_hash as "passwordHash", a.password_time::text as "passwordTime",
      a.totp_since is not null as "asksForCode",
      exists (select from ${activeUser} where u.account_id = a.id) as "isActive"
    from crm.account a where lower(a.email) = lower(${email})`
  return account
}

/**
 * Whether the password is still the one that was checked. Held until the end of the transaction: whoever sets a new one
 * waits, and then ends the session that is begun here.
 */
export async function holdPassword(sql: Sql, accountId: number, passwordTime: string): Promise<boolean> {
  const [held] = await sql`
    select from crm.account where id = ${accountId} and password_time = ${passwordTime}::text::timestamptz for share`
  return held !== undefined
}

/** Where somebody is a user. */
export interface Place {
  companyId: number
  userId: number
}

/** Whether a person belongs to several companies and has worked in none of them yet. */
export async function hasToChoose(sql: Sql, accountId: number): Promise<boolean> {
  const [found] = await sql<{ has: boolean }[]>`
    select count(*) > 1 and bool_and(u.last_login is null) as has from ${activeUser} where u.account_id = ${accountId}`
  return found?.has ?? false
}

/** Marks the sign-in at the company the person used last; none when the person is no active user anywhere. */
export async function enterLastCompany(sql: Sql, accountId: number, now: Date): Promise<Place | undefined> {
  const [place] = await sql<Place[]>`
    update crm.app_user set last_login = ${now}
    where account_id = ${accountId} and active and not is_deleted
      and company_id = (select u.company_id from ${activeUser} where u.account_id = ${accountId}
        order by u.last_login desc nulls last, u.company_id limit 1)
    returning company_id as "companyId", id as "userId"`
  return place
}

/** Where the person of an account is or was a user, for what is written down about the account. */
export async function placesOf(sql: Sql, accountId: number): Promise<Place[]> {
  return sql<Place[]>`
    select company_id as "companyId", id as "userId" from crm.app_user where account_id = ${accountId} order by 1`
}

/** Ends the session of a browser, by what its cookie holds. */
export async function endSessionWith(sql: Sql, digest: Uint8Array): Promise<void> {
  await sql`delete from crm.session where digest = ${digest}`
}

/** Deletes what has run out: steps of sign-ins, links and sessions. */
export async function deleteExpired(sql: Sql): Promise<void> {
  await sql`delete from crm.sign_in_step where expires_time < now()`
  await sql`delete from crm.password_link where expires_time < now()`
  await sql`
    delete from crm.session where last_used_time < now() - make_interval(days => ${SESSION_IDLE_DAYS})
      or add_time < now() - make_interval(days => ${SESSION_DAYS})`
}
