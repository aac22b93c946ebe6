import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import { newAccessToken } from '../../base/access/bearer.ts'
import { sealAnswer } from './sealedAnswer.ts'
import { ACCESS_SECONDS, CODE_MINUTES, newCode, newFamily, newRefreshToken, REFRESH_DAYS } from './secrets.ts'

/** Names an app. */
export interface AppKey {
  companyId: number
  id: number
}

/** Names a grant, with whose it is. */
export interface GrantKey {
  company_id: number
  id: number
  user_id: number
}

export interface NewGrant {
  companyId: number
  userId: number
  app: AppKey
  redirectUri: string
  codeChallenge: string | undefined
}

/**
 * Grants an app its scopes and gives back the code for it, this once. Undefined when the app has been removed: the row
 * of the app is locked, so that a removal comes before this or finds the grant.
 */
export async function insertGrant(sql: Sql, grant: NewGrant): Promise<string | undefined> {
  const { companyId, userId, app } = grant
  const [granted] = await sql<{ scopes: string[] }[]>`
    select scopes from crm.oauth_app
    where company_id = ${app.companyId} and id = ${app.id} and revoked_time is null for share`
  if (!granted) return undefined
  const code = newCode()
  await sql`
    insert into crm.oauth_grant (company_id, user_id, app_company_id, app_id, scopes, code_digest, code_expires_time,
      redirect_uri, code_challenge)
    values (${companyId}, ${userId}, ${app.companyId}, ${app.id}, ${granted.scopes}, ${digestOf(code)},
      now() + make_interval(mins => ${CODE_MINUTES}), ${grant.redirectUri}, ${grant.codeChallenge ?? null})`
  await endOldestGrants(sql, grant)
  return code
}

/** A person may use an app in several places; the oldest of many grants makes room for the newest. */
const GRANTS_OF_APP = 20

async function endOldestGrants(sql: Sql, { companyId, userId, app }: NewGrant): Promise<void> {
  await sql`
    delete from crm.oauth_grant where company_id = ${companyId} and id in (
      select id from crm.oauth_grant
      where company_id = ${companyId} and user_id = ${userId} and app_company_id = ${app.companyId} and app_id = ${app.id}
      order by id desc offset ${GRANTS_OF_APP})`
}

export interface CodeOfGrant extends GrantKey {
  isUsed: boolean
  isExpired: boolean
  redirectUri: string
  codeChallenge: string | null
}

export async function findCode(sql: Sql, app: AppKey, code: string): Promise<CodeOfGrant | undefined> {
  const [grant] = await sql<CodeOfGrant[]>`
    select company_id, id, user_id, code_used_time is not null as "isUsed", code_expires_time <= now() as "isExpired",
      redirect_uri as "redirectUri", code_challenge as "codeChallenge"
    from crm.oauth_grant
    where code_digest = ${digestOf(code)} and app_company_id = ${app.companyId} and app_id = ${app.id}`
  return grant
}

/** What an app is given: the tokens themselves, this once. */
export interface GivenTokens {
  accessToken: string
  refreshToken: string
  scopes: string[]
}

interface Renewed {
  company_id: number
  id: number
  scopes: string[]
}

/** Uses a code, which works once; undefined when it was used already, or its user is not active. */
export async function useCode(sql: Sql, { company_id, id }: GrantKey): Promise<GivenTokens | undefined> {
  const family = newFamily()
  const refreshToken = newRefreshToken(family)
  const [grant] = await sql<Renewed[]>`
    with active as materialized (
      select g.id from crm.oauth_grant g join crm.app_user u on u.company_id = g.company_id and u.id = g.user_id
      where g.company_id = ${company_id} and g.id = ${id} and u.active and not u.is_deleted)
    update crm.oauth_grant g set code_used_time = now(), family_digest = ${digestOf(family)},
      refresh_digest = ${digestOf(refreshToken)}, refresh_expires_time = now() + make_interval(days => ${REFRESH_DAYS})
    where company_id = ${company_id} and id in (select id from active) and code_used_time is null
      and code_expires_time > now()
    returning company_id, id, scopes`
  if (!grant) return undefined
  const accessToken = newAccessToken()
  await insertAccess(sql, grant, accessToken)
  return { refreshToken, accessToken, scopes: grant.scopes }
}

/** Puts a new refresh token in the place of the current one; undefined when the given one is not that. */
export async function useRefreshToken(
  sql: Sql,
  app: AppKey,
  { family, token, serverSecret }: { family: string; token: string; serverSecret: string },
): Promise<(GivenTokens & { refreshedTime: Date }) | undefined> {
  const answer = { accessToken: newAccessToken(), refreshToken: newRefreshToken(family) }
  const [grant] = await sql<(Renewed & { refreshedTime: Date })[]>`
    with active as materialized (
      select g.company_id, g.id from crm.oauth_grant g join crm.app_user u on u.company_id = g.company_id and u.id = g.user_id
      where g.family_digest = ${digestOf(family)} and u.active and not u.is_deleted)
    update crm.oauth_grant g set refresh_digest = ${digestOf(answer.refreshToken)}, refreshed_time = statement_timestamp(),
      answer_sealed = ${sealAnswer(answer, token, serverSecret)},
      refresh_expires_time = now() + make_interval(days => ${REFRESH_DAYS})
    where family_digest = ${digestOf(family)} and app_company_id = ${app.companyId} and app_id = ${app.id}
      and refresh_digest = ${digestOf(token)} and refresh_expires_time > now()
      and (company_id, id) in (select company_id, id from active)
    returning company_id, id, scopes, refreshed_time as "refreshedTime"`
  if (!grant) return undefined
  await insertAccess(sql, grant, answer.accessToken)
  return { ...answer, scopes: grant.scopes, refreshedTime: grant.refreshedTime }
}

/** Access tokens of a grant that are good at the same time: whoever refreshes more often than that loses the oldest. */
const ACCESS_TOKENS_OF_GRANT = 20

async function insertAccess(sql: Sql, { company_id, id }: Renewed, token: string): Promise<void> {
  await sql`
    insert into crm.oauth_access (company_id, grant_id, digest, expires_time)
    values (${company_id}, ${id}, ${digestOf(token)}, now() + make_interval(secs => ${ACCESS_SECONDS}))`
  await sql`
    delete from crm.oauth_access where company_id = ${company_id} and digest in (
      select digest from crm.oauth_access where company_id = ${company_id} and grant_id = ${id}
      order by expires_time desc offset ${ACCESS_TOKENS_OF_GRANT})`
}

export interface RefreshState extends GrantKey {
  /** The token is the current one, but expired or of a user who is not active. */
  isCurrent: boolean
  isExpired: boolean
  refreshedTime: Date | null
  /** What the last refresh was answered with. */
  answerSealed: Uint8Array | null
  scopes: string[]
}

/** The grant that a refresh token is or was of. */
export async function findFamily(
  sql: Sql,
  app: AppKey,
  family: string,
  token: string,
): Promise<RefreshState | undefined> {
  const [grant] = await sql<RefreshState[]>`
    select company_id, id, user_id, refresh_digest = ${digestOf(token)} as "isCurrent",
      refresh_expires_time <= now() as "isExpired", refreshed_time as "refreshedTime", answer_sealed as "answerSealed",
      scopes
    from crm.oauth_grant
    where family_digest = ${digestOf(family)} and app_company_id = ${app.companyId} and app_id = ${app.id}`
  return grant
}
