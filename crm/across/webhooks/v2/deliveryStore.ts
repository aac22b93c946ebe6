import type { Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import type { Attempt } from '../deliveryStore.ts'
import type { WebhookKey } from '../leaseStore.ts'

/* What people see of deliveries, and have sent again. */

export interface DeliveryRow extends Omit<Attempt, 'time'> {
  event_id: string
  action: string
  object: string
  entity_id: string
  add_time: Date
  time: Date | null
}

/** Deliveries of a webhook, newest first. */
export async function listDeliveries(
  { sql, actor }: Crm,
  webhookId: number,
  { before, status, limit }: { before: number | undefined; status: DeliveryRow['status'] | undefined; limit: number },
): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select id, event_id, action, object, entity_id, status, attempt, add_time, time, next_time, duration_ms, http_status,
      answer, error
    from crm.webhook_delivery
    where company_id = ${actor.companyId} and webhook_id = ${webhookId}
      and ${before === undefined ? sql`true` : sql`id < ${before}`}
      and ${status === undefined ? sql`true` : sql`status = ${status}`}
    order by id desc limit ${limit}`
}

/** Has deliveries sent once more, the oldest of them when there are more than so many. Those that wait are not counted. */
export async function sendAgain(
  { sql, actor, now }: Crm,
  webhookId: number,
  which: { deliveryId: number } | { since: Date },
  most: number,
): Promise<number> {
  const wanted = 'deliveryId' in which ? sql`d.id = ${which.deliveryId}` : sql`d.add_time >= ${which.since}`
  const again = await sql`
    update crm.webhook_delivery set status = 'pending', next_time = ${now}, first_time = null
    where company_id = ${actor.companyId} and webhook_id = ${webhookId} and id in (
      select d.id from crm.webhook_delivery d where d.company_id = ${actor.companyId} and d.webhook_id = ${webhookId}
        and d.status <> 'pending' and d.seq is not null and ${wanted} order by d.id limit ${most})
    returning id`
  await sql`update crm.webhook set due_time = ${now} where company_id = ${actor.companyId} and id = ${webhookId}`
  return again.length
}

/** Writes down a test, which is sent once. */
export async function storeTest(
  sql: Sql,
  { companyId, id }: WebhookKey,
  test: Omit<Attempt, 'id'> & { event_id: string; object: string },
): Promise<number> {
  const row = {
    company_id: companyId,
    webhook_id: id,
    ...test,
    action: 'test',
    entity_id: '',
    first_time: test.time,
    add_time: test.time,
  }
  const [stored] = await sql<{ id: number }[]>`insert into crm.webhook_delivery ${sql(row)} returning id`
  return stored?.id ?? 0
}
