import type { Fragment, Sql } from '@portico/kit/database/sql'
import { DOWN_AFTER } from './rules.ts'

/* Who works for which webhook. Times come from the caller, so that all of it goes by one clock. */

export interface WebhookKey {
  companyId: number
  id: number
}

/** A webhook that this process works for, until the lease ends. */
export interface LeasedWebhook {
  companyId: number
  id: number
  userId: number
  ownerId: number
  isApp: boolean
  subscriptionUrl: string
  eventAction: string
  eventObject: string
  version: '1.0' | '2.0'
  httpAuthUser: string | null
  httpAuthPasswordSealed: Uint8Array | null
  secretSealed: Uint8Array
  oldSecretSealed: Uint8Array | null
  oldSecretUntil: Date | null
  status: 'active' | 'paused'
  position: number
  failures: number
  failingSince: Date | null
}

/** The columns of `crm.webhook w` that whoever works for it needs. */
export const leasedColumns = (sql: Sql): Fragment => sql`w.company_id as "companyId", w.id, w.user_id as "userId",
  w.owner_id as "ownerId", w.app_id is not null as "isApp", w.subscription_url as "subscriptionUrl",
  w.event_action as "eventAction", w.event_object as "eventObject", w.version, w.http_auth_user as "httpAuthUser",
  w.http_auth_password_sealed as "httpAuthPasswordSealed", w.secret_sealed as "secretSealed",
  w.old_secret_sealed as "oldSecretSealed", w.old_secret_until as "oldSecretUntil", w.status, w.position, w.failures,
  w.failing_since as "failingSince"`

/** Locks that processes hold while they work for webhooks, each under its name. */
export const COURIER_LOCK = 762_030

/** For whoever runs the server: names in leases of all companies whose locks nobody holds. */
export async function absentHolders(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ holder: string }[]>`
    /* all companies: a process works for webhooks of any */
    select h.holder from (
      select distinct w.leased_by as holder from crm.webhook w
      where w.leased_by is not null and w.leased_until > ${now} offset 0
    ) h where pg_try_advisory_xact_lock_shared(${COURIER_LOCK}::integer, hashtext(h.holder::text))`
  return rows.map(row => row.holder)
}

/** A lease binds nobody when it has run out, and when its holder is gone. */
const isFree = (sql: Sql, now: Date, gone: readonly string[]): Fragment =>
  sql`(w.leased_until is null or w.leased_until <= ${now} or w.leased_by = any(${gone}::uuid[]))`

/** For whoever runs the server: webhooks of all companies that nobody works for and that there is something to do for. */
export async function webhooksWithWork(
  sql: Sql,
  { now, gone, most }: { now: Date; gone: readonly string[]; most: number },
): Promise<WebhookKey[]> {
  return sql<WebhookKey[]>`
    /* all companies: whose log has something new is not known before */
    select w.company_id as "companyId", w.id from crm.webhook w join crm.company owner on owner.id = w.company_id
    where w.status = 'active' and owner.removal_time is null and not owner.is_sandbox
      and ${isFree(sql, now, gone)}
      and (w.due_time <= ${now} or w.leased_by is not null or (w.failures < ${DOWN_AFTER}
        and exists (select from crm.change c where c.company_id = w.company_id and c.seq > w.position)))
    order by w.leased_until nulls first limit ${most}`
}

/** Makes this process the only one that works for a webhook; undefined when another one is, or it is paused. */
export async function takeLease(
  sql: Sql,
  { companyId, id }: WebhookKey,
  lease: { holder: string; now: Date; until: Date; gone: readonly string[] },
): Promise<LeasedWebhook | undefined> {
  const [webhook] = await sql<LeasedWebhook[]>`
    update crm.webhook w set leased_by = ${lease.holder}, leased_until = ${lease.until}
    where w.company_id = ${companyId} and w.id = ${id} and w.status = 'active'
      and ${isFree(sql, lease.now, lease.gone)}
    returning ${leasedColumns(sql)}`
  return webhook
}

/** Gives a webhook back, with the time at which somebody has to look at it again whatever is new in the log. */
export async function endLease(sql: Sql, { companyId, id }: WebhookKey, holder: string, isDownUntil: Date | undefined) {
  await sql`
    update crm.webhook w set leased_by = null, leased_until = null, due_time = ${
      isDownUntil ??
      sql`(select min(head.next_time) from (
        select distinct on (d.object, d.entity_id) d.next_time from crm.webhook_delivery d
        where d.company_id = ${companyId} and d.webhook_id = ${id} and d.status = 'pending'
        order by d.object, d.entity_id, d.seq, d.id) head)`
    }
    where w.company_id = ${companyId} and w.id = ${id} and w.leased_by = ${holder}`
}

/**
 * For whoever runs the server: webhooks of all companies are looked at now that were to be looked at later. A clock that
 * was ahead may have said when.
 */
export async function lookAtAllNow(sql: Sql, now: Date): Promise<void> {
  await sql`
    /* all companies: a clock is everybody's */
    update crm.webhook w set due_time = ${now} where w.due_time > ${now} and w.leased_by is null and w.status = 'active'`
}

/** Ends a webhook until somebody resumes it. */
export async function pauseWebhook(
  sql: Sql,
  { companyId, id }: WebhookKey,
  holder: string,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const paused = await sql`
    update crm.webhook set status = 'paused', pause_time = ${now}, pause_reason = ${reason}, leased_by = null,
      leased_until = null, due_time = null
    where company_id = ${companyId} and id = ${id} and leased_by = ${holder} and status = 'active' returning id`
  return paused.length > 0
}
