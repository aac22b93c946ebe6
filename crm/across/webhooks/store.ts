import { assignments, type Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'

/** A webhook as it is stored; what is sealed stays so. */
export interface WebhookRow {
  id: number
  user_id: number
  owner_id: number
  is_app: boolean
  name: string
  subscription_url: string
  event_action: string
  event_object: string
  version: '1.0' | '2.0'
  http_auth_user: string | null
  http_auth_password_sealed: Uint8Array | null
  secret_sealed: Uint8Array
  old_secret_sealed: Uint8Array | null
  old_secret_until: Date | null
  status: 'active' | 'paused'
  pause_time: Date | null
  pause_reason: string | null
  failures: number
  failing_since: Date | null
  last_delivery_time: Date | null
  last_http_status: number | null
  add_time: Date
  update_time: Date
  /** Whether the user whose rights it has is still there. */
  user_is_active: boolean
}

/** The app that calls, when one does. */
export interface CallingApp {
  company_id: number
  id: number
}

export async function findCallingApp({ sql, actor }: Crm): Promise<CallingApp | undefined> {
  const [, grantId] = /^oauth:(\d+)$/.exec(actor.credential) ?? []
  if (!grantId) return undefined
  const [app] = await sql<CallingApp[]>`
    select app_company_id as company_id, app_id as id from crm.oauth_grant
    where company_id = ${actor.companyId} and id = ${grantId}`
  return app
}

/**
 * Webhooks that a caller may know of, among `crm.webhook w`: an app knows its own, whoever granted it what; people know
 * those that they made, admins those of everybody, and nobody those of apps.
 */
function known({ sql, actor }: Crm, app: CallingApp | undefined): Fragment {
  if (app) return sql`(w.app_company_id = ${app.company_id} and w.app_id = ${app.id} and w.owner_id = ${actor.userId})`
  return actor.isAdmin
    ? sql`(w.app_id is null)`
    : sql`(w.app_id is null and (w.owner_id = ${actor.userId} or w.user_id = ${actor.userId}))`
}

function columns({ sql }: Crm): Fragment {
  return sql`w.id, w.user_id, w.owner_id, w.app_id is not null as is_app, w.name, w.subscription_url, w.event_action,
    w.event_object, w.version, w.http_auth_user, w.http_auth_password_sealed, w.secret_sealed, w.old_secret_sealed,
    w.old_secret_until, w.status, w.pause_time, w.pause_reason, w.failures, w.failing_since, w.last_delivery_time,
    w.last_http_status, w.add_time, w.update_time, u.active and not u.is_deleted as user_is_active`
}

export async function listWebhooks(crm: Crm, app: CallingApp | undefined): Promise<WebhookRow[]> {
  const { sql, actor } = crm
  return sql<WebhookRow[]>`
    select ${columns(crm)} from crm.webhook w join crm.app_user u on u.company_id = w.company_id and u.id = w.user_id
    where w.company_id = ${actor.companyId} and ${known(crm, app)} order by w.id`
}

export async function findWebhook(
  crm: Crm,
  app: CallingApp | undefined,
  id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<WebhookRow | undefined> {
  const { sql, actor } = crm
  const [webhook] = await sql<WebhookRow[]>`
    select ${columns(crm)} from crm.webhook w join crm.app_user u on u.company_id = w.company_id and u.id = w.user_id
    where w.company_id = ${actor.companyId} and w.id = ${id} and ${known(crm, app)} ${lock ? sql`for update of w` : sql``}`
  return webhook
}

export interface NewWebhook {
  user_id: number
  owner_id: number
  app_company_id: number | null
  app_id: number | null
  name: string
  subscription_url: string
  event_action: string
  event_object: string
  version: string
  http_auth_user: string | null
  http_auth_password_sealed: Uint8Array | null
  secret_sealed: Uint8Array
}

/** How many a user has made, with this app or with none. Two that make one at the same time wait for each other. */
export async function countOwn({ sql, actor }: Crm, app: CallingApp | undefined): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook/${actor.companyId}/${actor.userId}`}, 0))`
  const [found] = await sql<{ count: number }[]>`
    select count(*) from crm.webhook where company_id = ${actor.companyId} and owner_id = ${actor.userId}
      and app_id is not distinct from ${app?.id ?? null}::bigint`
  return found?.count ?? 0
}

/** It tells of what is logged from now on: `after` is the last line it does not tell of. */
export async function insertWebhook({ sql, actor, now }: Crm, webhook: NewWebhook, after: number): Promise<number> {
  const row = { company_id: actor.companyId, ...webhook, position: after, add_time: now, update_time: now }
  const [stored] = await sql<{ id: number }[]>`insert into crm.webhook ${sql(row)} returning id`
  if (!stored) throw new Error('inserting a webhook returned nothing')
  return stored.id
}

/** The last line that the company has in the log. */
export async function lastLine({ sql, actor }: Crm): Promise<number> {
  const [last] = await sql<{ seq: number | null }[]>`
    select max(seq) as seq from crm.change where company_id = ${actor.companyId}`
  return last?.seq ?? 0
}

export type WebhookChange = Partial<
  Pick<
    NewWebhook,
    | 'name'
    | 'subscription_url'
    | 'event_action'
    | 'event_object'
    | 'version'
    | 'http_auth_user'
    | 'http_auth_password_sealed'
    | 'secret_sealed'
  >
> &
  Partial<
    Pick<WebhookRow, 'status' | 'pause_time' | 'pause_reason' | 'old_secret_sealed' | 'old_secret_until' | 'failures'>
  > & { failing_since?: null; due_time?: Date }

export async function updateWebhook({ sql, actor, now }: Crm, id: number, change: WebhookChange): Promise<void> {
  await sql`
    update crm.webhook set ${assignments({ ...change, update_time: now })}
    where company_id = ${actor.companyId} and id = ${id}`
}

export async function deleteWebhook({ sql, actor }: Crm, id: number): Promise<void> {
  await sql`delete from crm.webhook where company_id = ${actor.companyId} and id = ${id}`
}

/** Goes on with what was not delivered, but not with what is older than is kept. */
export async function goOnFrom({ sql, actor, now }: Crm, id: number, oldest: Date): Promise<void> {
  await sql`
    update crm.webhook w set position = greatest(w.position, coalesce((
      select c.seq from crm.change c where c.company_id = ${actor.companyId} and c.at < ${oldest}
      order by c.at desc limit 1), 0))
    where w.company_id = ${actor.companyId} and w.id = ${id}`
  await sql`
    update crm.webhook_delivery set next_time = ${now}, first_time = null
    where company_id = ${actor.companyId} and webhook_id = ${id} and status = 'pending'`
}
