import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { Plan } from '../limits/plans.ts'

/** Who is calling, with everything the access rules need to know. */
export interface Actor {
  companyId: number
  companyDomain: string
  /** Decides how much the company may call. */
  plan: Plan
  userId: number
  roleId: number
  isAdmin: boolean
  defaultCurrency: string
  /** Who sees a new record when nobody says: the setting of the actor's group, by kind of record. */
  defaultVisibility: Readonly<Record<string, number>>
  /** Scopes of the token; undefined opens everything the user may do. */
  scopes: readonly string[] | undefined
  /** What the call counts against in the rate limits. */
  credential: string
  /** Users in the actor's own visibility group, in groups below it and in groups above it. */
  sameGroup: readonly number[]
  groupsBelow: readonly number[]
  groupsAbove: readonly number[]
  /** What this very call has written, see `afterWriting`. */
  wrote?: Written
}

export interface Written {
  entity: string
  id: number | string
}

interface ActorRow {
  company_id: number
  company_domain: string
  plan: Plan
  user_id: number
  role_id: number
  is_admin: boolean
  default_currency: string
  settings: Record<string, number>
  scopes: string[] | null
  credential: string
  same_group: number[]
  groups_below: number[]
  groups_above: number[]
}

/** The actor behind an API token, or nobody when the token is unknown, revoked, or its user is switched off. */
export async function findActorByToken(sql: Sql, digest: Uint8Array): Promise<Actor | undefined> {
  return loadActor(
    sql,
    sql`select t.company_id, t.user_id, t.scopes, 'token:' || t.id as credential from crm.api_token t
      where t.digest = ${digest} and t.revoked_time is null`,
  )
}

/** A user as an actor with everything the user may do: for work that goes on after the call that asked for it. */
export async function findActor(sql: Sql, companyId: number, userId: number): Promise<Actor | undefined> {
  return loadActor(
    sql,
    sql`select ${companyId}::bigint as company_id, ${userId}::bigint as user_id, null::text[] as scopes,
      ${`user:${userId}`}::text as credential`,
  )
}

/** `credential` selects company_id, user_id, scopes and what to count calls against. */
async function loadActor(sql: Sql, credential: Fragment): Promise<Actor | undefined> {
  const [row] = await sql<ActorRow[]>`
    with recursive me as (
      select u.company_id, c.domain as company_domain, c.plan, u.id as user_id, u.role_id, u.is_admin, u.default_currency, r.settings, t.scopes, t.credential
      from (${credential}) t
      join crm.app_user u on u.company_id = t.company_id and u.id = t.user_id
      join crm.company c on c.id = u.company_id
      join crm.role r on r.company_id = u.company_id and r.id = u.role_id
      where u.active and not u.is_deleted
    ), below as (
      select r.id from crm.role r join me on r.company_id = me.company_id and r.parent_id = me.role_id
      union
      select r.id from crm.role r join me on r.company_id = me.company_id join below b on r.parent_id = b.id
    ), above as (
      select r.parent_id as id from crm.role r join me on r.company_id = me.company_id and r.id = me.role_id
      union
      select r.parent_id from crm.role r join me on r.company_id = me.company_id join above a on r.id = a.id
    )
    select me.*,
      array(select id from crm.app_user u where u.company_id = me.company_id and u.role_id = me.role_id) as same_group,
      array(select u.id from crm.app_user u join below b on u.role_id = b.id where u.company_id = me.company_id) as groups_below,
      array(select u.id from crm.app_user u join above a on u.role_id = a.id where u.company_id = me.company_id) as groups_above
    from me`
  if (!row) return undefined
  return {
    companyId: row.company_id,
    companyDomain: row.company_domain,
    plan: row.plan,
    userId: row.user_id,
    roleId: row.role_id,
    isAdmin: row.is_admin,
    defaultCurrency: row.default_currency,
    defaultVisibility: row.settings,
    scopes: row.scopes ?? undefined,
    credential: row.credential,
    sameGroup: row.same_group,
    groupsBelow: row.groups_below,
    groupsAbove: row.groups_above,
  }
}
