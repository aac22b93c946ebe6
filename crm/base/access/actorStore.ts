import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { Plan } from '../limits/plans.ts'
import type { Actor } from './actor.ts'
import { type App, grantedRights } from './rights.ts'

/** How somebody is known: the columns that `loadActor` needs from wherever credentials of a kind are kept. */
export interface CredentialRow {
  company_id: number
  user_id: number
  /** null: everything the user may do */
  scopes: string[] | null
  read_only: boolean
  credential: string
  expires_time: Date | null
  /** Of sessions alone. */
  two_factors?: boolean
  lacks_second_factor?: boolean
}

interface ActorRow extends CredentialRow {
  account_id: number
  company_domain: string
  plan: Plan
  role_id: number
  is_admin: boolean
  default_currency: string
  settings: Record<string, number>
  same_group: number[]
  groups_below: number[]
  groups_above: number[]
  contents: string[]
  admin_apps: App[]
  hidden_pipelines: number[]
}

/** A user as an actor with everything the user may do: for work that goes on after the call that asked for it. */
export async function findActor(sql: Sql, companyId: number, userId: number): Promise<Actor | undefined> {
  const user = sql`select ${companyId}::bigint as company_id, ${userId}::bigint as user_id, null::text[] as scopes,
    false as read_only, ${`user:${userId}`}::text as credential, null::timestamptz as expires_time`
  return loadActor(sql, user, 'api')
}

/** The actor behind a credential; `credential` selects a `CredentialRow`. Nobody when the user is switched off or the company closed. */
export async function loadActor(sql: Sql, credential: Fragment, source: Actor['source']): Promise<Actor | undefined> {
  const [row] = await sql<ActorRow[]>`
    with recursive me as (
      select t.*, c.domain as company_domain, c.plan, u.account_id, u.role_id, u.is_admin, u.default_currency, r.settings
      from (${credential}) t
      join crm.app_user u on u.company_id = t.company_id and u.id = t.user_id
      join crm.company c on c.id = u.company_id
      join crm.role r on r.company_id = u.company_id and r.id = u.role_id
      where u.active and not u.is_deleted and c.removal_time is null
    ), below as (
      select r.id from crm.role r join me on r.company_id = me.company_id and r.parent_id = me.role_id
      union
      select r.id from crm.role r join me on r.company_id = me.company_id join below b on r.parent_id = b.id
    ), above as (
      select r.parent_id as id from crm.role r join me on r.company_id = me.company_id and r.id = me.role_id
      union
      select r.parent_id from crm.role r join me on r.company_id = me.company_id join above a on r.id = a.id
    ), held as (
      select s.app, s.type, s.contents from me
      join crm.permission_assignment a on a.company_id = me.company_id and a.user_id = me.user_id
      join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
    )
    select me.*,
      array(select id from crm.app_user u where u.company_id = me.company_id and u.role_id = me.role_id) as same_group,
      array(select u.id from crm.app_user u join below b on u.role_id = b.id where u.company_id = me.company_id) as groups_below,
      array(select u.id from crm.app_user u join above a on u.role_id = a.id where u.company_id = me.company_id) as groups_above,
      array(select distinct unnest(contents) from held) as contents,
      array(select app from held where type = 'admin') as admin_apps,
      array(select pipeline_id from crm.role_hidden_pipeline h
        where h.company_id = me.company_id and h.role_id = me.role_id) as hidden_pipelines
    from me`
  if (!row) return undefined
  return {
    companyId: row.company_id,
    companyDomain: row.company_domain,
    plan: row.plan,
    userId: row.user_id,
    accountId: row.account_id,
    roleId: row.role_id,
    isAdmin: row.is_admin,
    isProjectsAdmin: row.admin_apps.includes('projects'),
    isAccountAdmin: row.admin_apps.includes('account_settings'),
    rights: grantedRights(row.contents, row.admin_apps),
    defaultCurrency: row.default_currency,
    defaultVisibility: row.settings,
    scopes: row.scopes ?? undefined,
    readOnly: row.read_only,
    credential: row.credential,
    source,
    twoFactors: row.two_factors ?? false,
    lacksSecondFactor: row.lacks_second_factor ?? false,
    expires: row.expires_time ?? undefined,
    sameGroup: row.same_group,
    groupsBelow: row.groups_below,
    groupsAbove: row.groups_above,
    // Admins see everything.
    hiddenPipelines: row.is_admin ? [] : row.hidden_pipelines,
  }
}
