import type { Sql } from '@portico/kit/database/sql'
import { digestOf, newApiToken } from '../../base/access/apiToken.ts'

export interface NewToken {
  companyId: number
  userId: number
  /** What it is for. */
  name: string
  /** null: everything the user may do */
  scopes?: readonly string[] | null
  readOnly?: boolean
  expires?: Date | null
  /** The one the contract knows; the former one has to be revoked before. */
  isPersonal?: boolean
}

/** Makes a token, which is given back this once: what is stored opens nothing. */
export async function insertToken(
  sql: Sql,
  token: NewToken,
  text = newApiToken(),
): Promise<{ id: number; token: string; addTime: string }> {
  const { companyId, userId, name, scopes = null, readOnly = false, expires = null, isPersonal = false } = token
  const [made] = await sql<{ id: number; addTime: string }[]>`
    with made as (
      insert into crm.api_token (company_id, user_id, name, digest, scopes, read_only, expires_time, is_personal)
      values (${companyId}, ${userId}, ${name}, ${digestOf(text)}, ${scopes && [...scopes]}, ${readOnly}, ${expires}, ${isPersonal})
      returning id, add_time)
    select id, crm.time_v1(add_time) as "addTime" from made`
  if (!made) throw new Error('an insert gave no row')
  return { ...made, token: text }
}

/** The tokens of this name that a user has or had. Two who ask at once take turns. */
export async function findTokensForPassword(
  sql: Sql,
  companyId: number,
  userId: number,
  name: string,
): Promise<{ digest: Uint8Array; revoked: boolean; addTime: string }[]> {
  await sql`select from crm.app_user where company_id = ${companyId} and id = ${userId} for no key update`
  return sql<{ digest: Uint8Array; revoked: boolean; addTime: string }[]>`
    select digest, revoked_time is not null as revoked, crm.time_v1(add_time) as "addTime"
    from crm.api_token where company_id = ${companyId} and user_id = ${userId} and name = ${name}`
}

export interface ListedToken {
  id: number
  user_id: number
  name: string
  /** The first characters of its SHA-256, in hexadecimal: enough to know one's own token by, useless to anybody else. */
  digest: string
  scopes: string[] | null
  read_only: boolean
  is_personal: boolean
  add_time: string
  expires_time: string | null
  last_used_time: string | null
}

/** The tokens of a user that still open something, or of the whole company, the newest first. */
export async function listTokens(sql: Sql, companyId: number, userId?: number): Promise<ListedToken[]> {
  return sql<ListedToken[]>`
    select id, user_id, name, left(encode(digest, 'hex'), 8) as digest, scopes, read_only, is_personal,
      crm.time_v2(add_time) as add_time, crm.time_v2(expires_time) as expires_time,
      crm.time_v2(last_used_time) as last_used_time
    from crm.api_token
    where company_id = ${companyId} and (${userId ?? null}::bigint is null or user_id = ${userId ?? null})
      and revoked_time is null and (expires_time is null or expires_time > now())
    order by id desc`
}

/** Ends a token, of this user when one is named; whose it was, or undefined when there is no such token. */
export async function revokeToken(
  sql: Sql,
  companyId: number,
  id: number,
  userId?: number,
): Promise<{ userId: number } | undefined> {
  const [revoked] = await sql<{ user_id: number }[]>`
    update crm.api_token set revoked_time = now()
    where company_id = ${companyId} and id = ${id} and revoked_time is null
      and (${userId ?? null}::bigint is null or user_id = ${userId ?? null})
    returning user_id`
  return revoked && { userId: revoked.user_id }
}

/** Ends the one token of the contract that a user has, if any. Two who make a new one at once take turns. */
export async function revokePersonalToken(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`select from crm.app_user where company_id = ${companyId} and id = ${userId} for no key update`
  await sql`update crm.api_token set revoked_time = now()
    where company_id = ${companyId} and user_id = ${userId} and is_personal and revoked_time is null`
}

/** Ends every token of a user; the ids of those that ended. */
export async function revokeTokensOfUser(sql: Sql, companyId: number, userId: number): Promise<number[]> {
  const revoked = await sql<{ id: number }[]>`
    update crm.api_token set revoked_time = now()
    where company_id = ${companyId} and user_id = ${userId} and revoked_time is null returning id`
  return revoked.map(token => token.id)
}

/** Another token in the place of one that nobody has seen; false when that one is gone or revoked. */
export async function replaceDigest(sql: Sql, before: Uint8Array, digest: Uint8Array): Promise<boolean> {
  const [replaced] = await sql`
    update crm.api_token set digest = ${digest} where digest = ${before} and revoked_time is null returning id`
  return replaced !== undefined
}
