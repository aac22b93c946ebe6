import { hashPassword } from '@portico/kit/access/password'
import type { Member, Reply, TestMarket } from './openTestMarket.ts'

export const PASSWORD = 'a long enough password'

let hash: Promise<string> | undefined

/** Gives a member the password `PASSWORD`. Hashed once: a hash is meant to take long. */
export async function givePassword(market: TestMarket, { id }: Member): Promise<void> {
  hash ??= hashPassword(PASSWORD)
  await market.sql`update market.account set password_hash = ${await hash} where id = ${id}`
}

/** A member who can log in with `PASSWORD`; others have no password that fits. */
export async function memberWithPassword(market: TestMarket, given: Partial<Member> = {}): Promise<Member> {
  const member = await market.member(given)
  await givePassword(market, member)
  return member
}

/** What somebody who signs up sends. */
export function aSignup(given: Record<string, unknown> = {}) {
  return {
    emailAddress: 'ada@campus.edu',
    password: PASSWORD,
    firstName: 'Ada',
    lastName: 'Lovelace',
    university: 'Campus',
    CMC: '123456',
    venmoUsername: '@ada',
    ...given,
  }
}

/** Signs up and follows the link of the mail. */
export async function signUp(market: TestMarket, emailAddress: string): Promise<Reply> {
  await market.send('/auth/signup', aSignup({ emailAddress }))
  return market.send('/auth/email-verification', { token: await confirmationFor(market, emailAddress) })
}

export function logIn(market: TestMarket, emailAddress: string, password = PASSWORD): Promise<Reply> {
  return market.send('/auth/login', { emailAddress, password })
}

/** The token of the latest confirmation mail to an address. */
export async function confirmationFor(market: TestMarket, email: string): Promise<string> {
  return (await linksFor(market, email, 'Confirm your e-mail address')).at(-1) ?? ''
}

/** The token of the latest reset mail to an address. */
export async function resetFor(market: TestMarket, email: string): Promise<string> {
  return (await linksFor(market, email, 'Set a new password')).at(-1) ?? ''
}

/** The tokens in the links of all mails with this subject, the oldest first. */
export async function linksFor(market: TestMarket, email: string, subject: string): Promise<string[]> {
  const mails = (await market.mails(email)).filter(mail => mail.subject === subject)
  return mails.map(mail => mail.links[0]?.split('/').at(-1) ?? '')
}

/** The kinds of all notices to a member, the latest first. */
export async function noticesOf(market: TestMarket, { id }: Member): Promise<string[]> {
  const rows = await market.sql<{ kind: string }[]>`
    select kind from market.notice where account_id = ${id} order by id desc`
  return rows.map(({ kind }) => kind)
}
