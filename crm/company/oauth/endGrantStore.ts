import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import type { AppKey, GrantKey } from './grantStore.ts'

/** Ends a grant with all its tokens; false when it has ended already. */
export async function endGrant(sql: Sql, { company_id, id }: GrantKey): Promise<boolean> {
  const [ended] = await sql`delete from crm.oauth_grant where company_id = ${company_id} and id = ${id} returning id`
  return ended !== undefined
}

/** Ends an access token alone; false when there is none. */
export async function endAccess(sql: Sql, app: AppKey, token: string): Promise<boolean> {
  const [ended] = await sql`
    delete from crm.oauth_access a using crm.oauth_grant g
    where a.digest = ${digestOf(token)} and g.company_id = a.company_id and g.id = a.grant_id
      and g.app_company_id = ${app.companyId} and g.app_id = ${app.id}
    returning a.grant_id`
  return ended !== undefined
}

/** Ends everything that a user granted an app; how many grants the app had made use of. */
export async function endGrantsOfUser(sql: Sql, companyId: number, userId: number, app: AppKey): Promise<number> {
  const ended = await sql<{ used: boolean }[]>`
    delete from crm.oauth_grant
    where company_id = ${companyId} and user_id = ${userId} and app_company_id = ${app.companyId} and app_id = ${app.id}
    returning code_used_time is not null as used`
  return ended.filter(({ used }) => used).length
}

/** Ends everything that a user granted anybody; the client ids of the apps that had made use of it. */
export async function endAllGrantsOfUser(sql: Sql, companyId: number, userId: number): Promise<string[]> {
  const ended = await sql<{ id: number; used: boolean }[]>`
    delete from crm.oauth_grant where company_id = ${companyId} and user_id = ${userId}
    returning app_id as id, code_used_time is not null as used`
  const ids = ended.filter(({ used }) => used).map(({ id }) => id)
  if (ids.length === 0) return []
  const apps = await sql<{ client_id: string }[]>`
    select client_id from crm.oauth_app where id = any(${ids}) and revoked_time is null order by id`
  return apps.map(app => app.client_id)
}

/** Ends everything that anybody granted an app, in every company. */
export async function endGrantsOfApp(sql: Sql, app: AppKey): Promise<void> {
  await sql`delete from crm.oauth_grant where app_company_id = ${app.companyId} and app_id = ${app.id}`
}

/** Forgets what opens nothing any more: codes that were never used, grants nobody refreshed, access tokens after their hour. */
export async function forgetGrants(sql: Sql): Promise<void> {
  await sql`
    delete from crm.oauth_grant
    where code_expires_time < now() and coalesce(refresh_expires_time, '-infinity') < now()`
  await sql`delete from crm.oauth_access where expires_time < now()`
  // No call is under way for an hour.
  await sql`
    update crm.oauth_grant set answer_sealed = null
    where answer_sealed is not null and refreshed_time < now() - interval '1 hour'`
}
