import { randomBytes } from 'node:crypto'
import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'

/** What somebody has asked for who wants a company on this server. */
export interface SignUp {
  email: string
  name: string
  company: string
}

/** Keeps what was asked for until the link in the mail is followed; gives back the secret of the link. */
export async function insertSignUp(sql: Sql, { email, name, company }: SignUp, days: number): Promise<string> {
  const secret = randomBytes(24).toString('hex')
  await sql`delete from crm.sign_up where expires_time < now()`
  await sql`insert into crm.sign_up (digest, email, name, company, expires_time)
    values (${digestOf(secret)}, ${email}, ${name}, ${company}, now() + make_interval(days => ${days}))`
  return secret
}

/** What a link asks for, and whether its person has a password on this server already. */
export async function findSignUp(
  sql: Sql,
  secret: string,
): Promise<(SignUp & { accountId: number | null; hasPassword: boolean }) | undefined> {
  const [found] = await sql<(SignUp & { accountId: number | null; hasPassword: boolean })[]>`
    select s.email, s.name, s.company, a.id as "accountId", a.password_hash is not null as "hasPassword"
    from crm.sign_up s left join crm.account a on lower(a.email) = lower(s.email)
    where s.digest = ${digestOf(secret)} and s.expires_time > now()`
  return found
}

/** Takes it out; false when somebody else was first. */
export async function takeSignUp(sql: Sql, secret: string): Promise<boolean> {
  const [taken] = await sql`
    delete from crm.sign_up where digest = ${digestOf(secret)} and expires_time > now() returning digest`
  return taken !== undefined
}

/** Short names that begin like this one. Held until the transaction ends, so that two do not choose the same. */
export async function holdDomainsLike(sql: Sql, domain: string): Promise<Set<string>> {
  await sql`select pg_advisory_xact_lock(hashtextextended('crm short names', 0))`
  const rows = await sql<{ domain: string }[]>`select domain from crm.company where starts_with(domain, ${domain})`
  return new Set(rows.map(row => row.domain))
}
