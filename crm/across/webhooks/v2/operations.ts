import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v2 } from '../../../base/api/operation.ts'
import { logPage, readLogPlace } from '../../../base/changes/aroundLog.ts'
import { LIMITS, TimeText } from '../../../base/limits/atRest.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { readMoment } from '../../../base/records/time.ts'
import { webhookBody } from '../input.ts'
import { changeWebhook, requireWebhook, rotateSecret } from '../write.ts'
import { listDeliveries, sendAgain } from './deliveryStore.ts'
import { sendTest } from './sendTest.ts'
import { DELIVERY_STATUSES, Delivery, deliveryV2, Webhook, webhookV2 } from './shape.ts'

const scopes = ['admin'] as const
const params = { id: Id }

const getWebhook = v2({
  route: 'GET /webhooks/{id}',
  summary: 'Get a webhook and how its receiver is doing',
  scopes,
  params,
  reply: Webhook,
  cost: 1,
  run: async ({ params }, crm) => webhookV2(await requireWebhook(crm, params.id)),
})

const patchWebhook = v2({
  route: 'PATCH /webhooks/{id}',
  summary: 'Change, pause or resume a webhook',
  description:
    'A paused webhook sends nothing. Resumed, it goes on with what it has not delivered yet, of the last 30 days.',
  scopes,
  params,
  body: {
    subscription_url: optional(webhookBody.subscription_url),
    event_action: optional(webhookBody.event_action),
    event_object: optional(webhookBody.event_object),
    name: webhookBody.name,
    http_auth_user: webhookBody.http_auth_user,
    http_auth_password: webhookBody.http_auth_password,
    status: optional(oneOf(['active', 'paused'])),
  },
  reply: Webhook,
  cost: 5,
  async run({ params, body }, crm) {
    await changeWebhook(crm, params.id, body)
    return webhookV2(await requireWebhook(crm, params.id))
  },
})

const newWebhookSecret = v2({
  route: 'POST /webhooks/{id}/secret',
  summary: 'Get a new secret that deliveries of a webhook are signed with',
  description: 'It is told this once. The secret before it signs beside it for 24 hours.',
  scopes,
  params,
  reply: Type.Object({ secret: Type.String() }),
  cost: 5,
  run: async ({ params }, crm) => ({ secret: await rotateSecret(crm, params.id) }),
})

const getDeliveries = v2({
  route: 'GET /webhooks/{id}/deliveries',
  summary: 'List what a webhook has sent or is about to send, newest first',
  scopes,
  params,
  query: { status: optional(oneOf(DELIVERY_STATUSES)), ...cursorQuery },
  reply: Type.Array(Delivery),
  beside: nextCursor,
  cost: 10,
  async run({ params, query: { status, cursor, limit = 100 } }, crm) {
    await requireWebhook(crm, params.id)
    const rows = await listDeliveries(crm, params.id, { before: readLogPlace(cursor), status, limit: limit + 1 })
    return logPage(
      rows.map(row => ({ ...row, seq: row.id })),
      limit,
      deliveryV2,
    )
  },
})

const redeliver = v2({
  route: 'POST /webhooks/{id}/redeliver',
  summary: 'Send one delivery again, or all since a time',
  scopes,
  params,
  body: {
    delivery_id: optional(Id),
    since: optional({ ...TimeText, description: 'RFC 3339; deliveries of events since then' }),
  },
  reply: Type.Object({ count: Type.Integer(), more: Type.Boolean() }),
  cost: 10,
  async run({ params: { id }, body: { delivery_id, since } }, crm) {
    await requireWebhook(crm, id, { lock: true })
    if ((delivery_id === undefined) === (since === undefined))
      throw failure('invalid', 'Send either delivery_id or since', { field: 'delivery_id' })
    const which =
      delivery_id === undefined ? { since: new Date(readMoment(since ?? '', 'since')) } : { deliveryId: delivery_id }
    const count = await sendAgain(crm, id, which, LIMITS.redeliveries)
    if (delivery_id !== undefined && count === 0)
      throw failure('missing', 'There is no such delivery that was sent before', { field: 'delivery_id' })
    return { count, more: count === LIMITS.redeliveries }
  },
})

const testWebhook = v2({
  route: 'POST /webhooks/{id}/test',
  summary: 'Send an event that is about nothing, and see what the receiver answers',
  description:
    'Its action is test. It is sent once, whether the webhook is paused or not, and listed among the deliveries.',
  scopes,
  params,
  reply: Delivery,
  transaction: 'none',
  cost: 10,
  run: async ({ params }, crm) => answer(deliveryV2(await sendTest(crm, params.id))),
})

export const webhooksV2 = [getWebhook, patchWebhook, newWebhookSecret, getDeliveries, redeliver, testWebhook]
