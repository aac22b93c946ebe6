import { randomUUID } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../../base/api/context.ts'
import { isSandbox } from '../../../company/companies/sandboxStore.ts'
import { testBody } from '../body.ts'
import { sendOnce } from '../send.ts'
import { requireWebhook } from '../write.ts'
import { type DeliveryRow, storeTest } from './deliveryStore.ts'

/** Sends a test now, without a transaction open meanwhile, and writes down how that ended. */
export async function sendTest(crm: Crm, id: number): Promise<DeliveryRow> {
  const { actor, services, now } = crm
  const webhook = await requireWebhook(crm, id)
  if (await isSandbox(crm.sql, actor.companyId))
    throw failure('conflict', 'This company is a sandbox: its webhooks send nothing')
  const eventId = randomUUID()
  const envelope = {
    companyId: actor.companyId,
    webhookId: id,
    ownerId: webhook.owner_id,
    type: webhook.is_app ? ('application' as const) : ('general' as const),
    version: webhook.version,
    host: new URL(services.origin).host,
    eventId,
    attempt: 1,
  }
  const object = webhook.event_object
  const target = {
    subscriptionUrl: webhook.subscription_url,
    httpAuthUser: webhook.http_auth_user,
    httpAuthPasswordSealed: webhook.http_auth_password_sealed,
    secretSealed: webhook.secret_sealed,
    oldSecretSealed: webhook.old_secret_sealed,
    oldSecretUntil: webhook.old_secret_until,
  }
  const body = testBody(envelope, { object, userId: actor.userId, now })
  const { ok, ...facts } = await sendOnce(services.send, services.secrets, target, { eventId, body, now })
  const test = {
    event_id: eventId,
    object,
    status: ok ? ('delivered' as const) : ('failed' as const),
    attempt: 1,
    time: now,
    next_time: null,
    ...facts,
  }
  const stored = await services.database.statement(sql => storeTest(sql, { companyId: actor.companyId, id }, test))
  return { ...test, id: stored, action: 'test', entity_id: '', add_time: now }
}
