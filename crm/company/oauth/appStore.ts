import type { Sql } from '@portico/kit/database/sql'

/** An app as the endpoints of OAuth know it. */
export interface OAuthApp {
  companyId: number
  id: number
  clientId: string
  secretDigest: Uint8Array
  secretSealed: Uint8Array
  name: string
  redirectUri: string
  scopes: string[]
  /** Who registered it. */
  company: string
}

/** Found by its client id, whichever company registered it. */
export async function findApp(sql: Sql, clientId: string): Promise<OAuthApp | undefined> {
  const [app] = await sql<OAuthApp[]>`
    select a.company_id as "companyId", a.id, a.client_id as "clientId", a.secret_digest as "secretDigest",
      a.secret_sealed as "secretSealed", a.name, a.redirect_uri as "redirectUri", a.scopes, c.name as company
    from crm.oauth_app a join crm.company c on c.id = a.company_id
    where a.client_id = ${clientId} and a.revoked_time is null`
  return app
}

export interface ListedApp {
  id: number
  client_id: string
  name: string
  redirect_uri: string
  scopes: string[]
  add_time: string
}

/** The apps that a company registered, the newest first. */
export async function listApps(sql: Sql, companyId: number): Promise<ListedApp[]> {
  return sql<ListedApp[]>`
    select id, client_id, name, redirect_uri, scopes, crm.time_v2(add_time) as add_time
    from crm.oauth_app where company_id = ${companyId} and revoked_time is null order by id desc`
}

/** Undefined when there is no such app. */
export async function setRedirectUri(
  sql: Sql,
  companyId: number,
  id: number,
  redirectUri: string,
): Promise<ListedApp | undefined> {
  const [app] = await sql<ListedApp[]>`
    with changed as (
      update crm.oauth_app set redirect_uri = ${redirectUri}, update_time = now()
      where company_id = ${companyId} and id = ${id} and revoked_time is null
      returning id, client_id, name, redirect_uri, scopes, add_time)
    select id, client_id, name, redirect_uri, scopes, crm.time_v2(add_time) as add_time from changed`
  return app
}

/** Marks an app as removed; its name, or undefined when there is no such app. Whoever grants it at this moment waits. */
export async function revokeApp(sql: Sql, companyId: number, id: number): Promise<string | undefined> {
  const [app] = await sql<{ name: string }[]>`
    update crm.oauth_app set revoked_time = now(), update_time = now()
    where company_id = ${companyId} and id = ${id} and revoked_time is null returning name`
  return app?.name
}

export interface InstalledApp {
  id: number
  client_id: string
  name: string
  /** Who registered it. */
  company: string
  scopes: string[]
  add_time: string
  last_used_time: string | null
}

/** The apps that act for a user, the one agreed to last first. */
export async function listInstalledApps(sql: Sql, companyId: number, userId: number): Promise<InstalledApp[]> {
  return sql<InstalledApp[]>`
    select a.id, a.client_id, a.name, c.name as company, a.scopes, crm.time_v2(min(g.add_time)) as add_time,
      crm.time_v2(max(g.last_used_time)) as last_used_time
    from crm.oauth_grant g join crm.oauth_app a on a.company_id = g.app_company_id and a.id = g.app_id
    join crm.company c on c.id = a.company_id
    where g.company_id = ${companyId} and g.user_id = ${userId} and g.code_used_time is not null
      and g.refresh_expires_time > now()
    group by a.company_id, a.id, c.name order by max(g.id) desc`
}

/** An app that acts for a user. */
export async function findInstalledApp(
  sql: Sql,
  companyId: number,
  userId: number,
  appId: number,
): Promise<{ companyId: number; id: number; name: string; clientId: string } | undefined> {
  const [app] = await sql<{ companyId: number; id: number; name: string; clientId: string }[]>`
    select a.company_id as "companyId", a.id, a.name, a.client_id as "clientId"
    from crm.oauth_grant g join crm.oauth_app a on a.company_id = g.app_company_id and a.id = g.app_id
    where g.company_id = ${companyId} and g.user_id = ${userId} and a.id = ${appId} limit 1`
  return app
}

export interface StoredApp {
  companyId: number
  clientId: string
  secretDigest: Uint8Array
  secretSealed: Uint8Array
  name: string
  redirectUri: string
  scopes: readonly string[]
  creatorId?: number | undefined
}

export async function insertApp(sql: Sql, app: StoredApp): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into crm.oauth_app (company_id, client_id, secret_digest, secret_sealed, name, redirect_uri, scopes, creator_id)
    values (${app.companyId}, ${app.clientId}, ${app.secretDigest}, ${app.secretSealed}, ${app.name}, ${app.redirectUri},
      ${[...app.scopes]}, ${app.creatorId ?? null})
    returning id`
  if (!made) throw new Error('registering an app returned nothing')
  return made.id
}
