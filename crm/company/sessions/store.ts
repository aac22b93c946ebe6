import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import { newSessionSecret } from '../../base/access/session.ts'

export interface NewSession {
  accountId: number
  companyId: number
  userId: number
  /** Whether more than a password was shown. */
  twoFactors?: boolean
  /** What the person will know it by. */
  agent: string
  address: string
}

/** Sessions of a person at the same time; the database takes no more. */
const SESSIONS_OF_PERSON = 100

/** Begins a session; its secret is given back this once, for the cookie. The one used longest ago makes room for it. */
export async function insertSession(sql: Sql, session: NewSession): Promise<string> {
  const { accountId, companyId, userId, twoFactors = false, agent, address } = session
  const secret = newSessionSecret()
  await sql`
    delete from crm.session where account_id = ${accountId} and id in (
      select id from crm.session where account_id = ${accountId}
      order by last_used_time desc, id desc offset ${SESSIONS_OF_PERSON - 1})`
  await sql`
    insert into crm.session (account_id, company_id, user_id, two_factors, digest, agent, address)
    values (${accountId}, ${companyId}, ${userId}, ${twoFactors}, ${digestOf(secret)}, ${agent.slice(0, 300)}, ${address})`
  return secret
}

export interface ListedSession {
  id: number
  agent: string
  address: string
  company_id: number
  add_time: string
  last_used_time: string
}

/** The sessions of a person, whichever company they work in, the last used first. */
export async function listSessions(sql: Sql, accountId: number): Promise<ListedSession[]> {
  return sql<ListedSession[]>`
    select id, agent, address, company_id, crm.time_v2(add_time) as add_time, crm.time_v2(last_used_time) as last_used_time
    from crm.session where account_id = ${accountId} order by session.last_used_time desc, id desc`
}

/** Ends a session of this person; false when there is none. */
export async function endSession(sql: Sql, accountId: number, id: number): Promise<boolean> {
  const [ended] = await sql`delete from crm.session where account_id = ${accountId} and id = ${id} returning id`
  return ended !== undefined
}

/** Ends the sessions of a person but for the one with this id; their ids and companies. */
export async function endOtherSessions(sql: Sql, accountId: number, id: number): Promise<{ id: number }[]> {
  return sql<{ id: number }[]>`delete from crm.session where account_id = ${accountId} and id <> ${id} returning id`
}

/** Ends every session of a user of a company; the person's sessions in other companies go on. */
export async function endSessionsOfUser(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`delete from crm.session where company_id = ${companyId} and user_id = ${userId}`
}
