import type { Sql } from '@portico/kit/database/sql'
import { type LeasedWebhook, leasedColumns, type WebhookKey } from './leaseStore.ts'
import { clearlyAhead } from './rules.ts'

/* What is to be delivered, and how that went. Times come from the caller, so that all of it goes by one clock. */

/** How many deliveries wait. */
export async function countPending(sql: Sql, { companyId, id }: WebhookKey): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*) from crm.webhook_delivery
    where company_id = ${companyId} and webhook_id = ${id} and status = 'pending'`
  return found?.count ?? 0
}

/** An event that is to be delivered. */
export interface NewDelivery {
  seq: number
  first_seq: number
  action: string
  object: string
  entity_id: string
}

/**
 * Writes down what is to be delivered and that the log was looked at so far, together: whoever dies when, nothing is
 * forgotten and nothing is told of twice. False when another process works for the webhook by now.
 */
export async function storeDeliveries(
  sql: Sql,
  { companyId, id, position }: LeasedWebhook,
  holder: string,
  given: { position: number; deliveries: readonly NewDelivery[]; now: Date },
): Promise<boolean> {
  const [stored] = await sql<{ moved: number }[]>`
    with moved as (
      update crm.webhook set position = ${given.position}
      where company_id = ${companyId} and id = ${id} and leased_by = ${holder} and position = ${position} returning company_id, id
    ), added as (
      insert into crm.webhook_delivery
        (company_id, webhook_id, seq, first_seq, event_id, action, object, entity_id, next_time, add_time)
      select moved.company_id, moved.id, x.seq, x.first_seq,
        md5(concat_ws('/', moved.company_id, moved.id, x.seq))::uuid, x.action, x.object, x.entity_id, ${given.now}, ${given.now}
      from moved cross join jsonb_to_recordset(${JSON.stringify(given.deliveries)}::text::jsonb)
        x (seq bigint, first_seq bigint, action text, object text, entity_id text)
      order by x.seq
    )
    select count(*) as moved from moved`
  return (stored?.moved ?? 0) > 0
}

/** A delivery whose turn has come. */
export interface DueDelivery {
  id: number
  seq: number
  first_seq: number
  event_id: string
  object: string
  entity_id: string
  attempt: number
  first_time: Date | null
}

/**
 * Of each record the first event that was not delivered yet, when its time has come: one that fails holds back the later
 * ones about the same record, and no others. With `anyTime` the one that would be next. Nothing waits for its first
 * attempt, and what was tried by a clock that was ahead does not wait until this one gets there.
 */
export async function dueDeliveries(
  sql: Sql,
  { companyId, id }: WebhookKey,
  { now, most, anyTime }: { now: Date; most: number; anyTime: boolean },
): Promise<DueDelivery[]> {
  return sql<DueDelivery[]>`
    select head.id, head.seq, head.first_seq, head.event_id, head.object, head.entity_id, head.attempt, head.first_time from (
      select distinct on (d.object, d.entity_id) d.* from crm.webhook_delivery d
      where d.company_id = ${companyId} and d.webhook_id = ${id} and d.status = 'pending'
      order by d.object, d.entity_id, d.seq, d.id
    ) head
    where ${anyTime ? sql`true` : sql`(head.attempt = 0 or head.next_time <= ${now} or head.time > ${clearlyAhead(now)})`}
    order by ${anyTime ? sql`head.next_time,` : sql``} head.seq limit ${most}`
}

/** How an attempt ended. */
export interface Attempt {
  id: number
  status: 'pending' | 'delivered' | 'failed' | 'skipped'
  attempt: number
  time: Date
  next_time: Date | null
  duration_ms: number
  http_status: number | null
  answer: string | null
  error: string | null
}

/** What attempts mean for the webhook. */
export interface Health {
  failures: number
  failingSince: Date | null
  lastTime: Date | null
  lastStatus: number | null
}

/**
 * Writes down how attempts ended, all at once, and keeps the lease. Gives back the webhook as it is now; undefined when it
 * was deleted, or when another process works for it by now: then nothing is written, and it will send them again.
 */
export async function storeAttempts(
  sql: Sql,
  { companyId, id }: WebhookKey,
  { holder, until }: { holder: string; until: Date },
  attempts: readonly Attempt[],
  health: Health,
): Promise<LeasedWebhook | undefined> {
  const [webhook] = await sql<LeasedWebhook[]>`
    with mine as (
      update crm.webhook w set leased_until = ${until}, failures = ${health.failures}, failing_since = ${health.failingSince},
        last_delivery_time = coalesce(${health.lastTime}, w.last_delivery_time),
        last_http_status = case when ${health.lastTime}::timestamptz is null then w.last_http_status else ${health.lastStatus}::integer end
      where w.company_id = ${companyId} and w.id = ${id} and w.leased_by = ${holder}
      returning ${leasedColumns(sql)}
    ), stored as (
      update crm.webhook_delivery d set status = x.status, attempt = x.attempt, time = x.time, next_time = x.next_time,
        first_time = coalesce(d.first_time, x.time), duration_ms = x.duration_ms, http_status = x.http_status,
        answer = x.answer, error = x.error
      from mine cross join jsonb_to_recordset(${JSON.stringify(attempts)}::text::jsonb)
        x (id bigint, status text, attempt integer, time timestamptz, next_time timestamptz, duration_ms integer,
          http_status integer, answer text, error text)
      where d.company_id = ${companyId} and d.webhook_id = ${id} and d.id = x.id
    )
    select * from mine`
  return webhook
}

/** A receiver answers again: what waits for another attempt need not wait longer. */
export async function tryAllNow(sql: Sql, { companyId, id }: WebhookKey, now: Date): Promise<void> {
  await sql`
    update crm.webhook_delivery set next_time = ${now}
    where company_id = ${companyId} and webhook_id = ${id} and status = 'pending' and next_time > ${now}`
}

/** Removes deliveries that are done beyond the newest so many. */
export async function trimDeliveries(sql: Sql, { companyId, id }: WebhookKey, most: number): Promise<void> {
  await sql`
    delete from crm.webhook_delivery d where d.company_id = ${companyId} and d.webhook_id = ${id} and d.status <> 'pending'
      and d.id <= (select e.id from crm.webhook_delivery e where e.company_id = ${companyId} and e.webhook_id = ${id}
        order by e.id desc offset ${most} limit 1)`
}

/** For whoever runs the server: deliveries of all companies that were done before a time. */
export async function forgetDeliveries(sql: Sql, before: Date): Promise<void> {
  await sql`delete from crm.webhook_delivery where status <> 'pending' and time < ${before}`
}
