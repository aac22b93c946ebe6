import { answer } from '@portico/kit/api/answer'
import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { webhookBody } from '../input.ts'
import { deleteWebhook as dropWebhook, findCallingApp, listWebhooks } from '../store.ts'
import { createWebhook, lookAtLog, requireWebhook } from '../write.ts'
import { Webhook, webhooksBeside, webhookV1 } from './shape.ts'

const beside = { status: 'ok' as const }

const getWebhooks = v1({
  route: 'GET /webhooks',
  summary: 'Get all webhooks',
  description: 'Your own; admins get those of everybody. Those of an app are shown to that app alone.',
  scopes: ['admin'],
  reply: Type.Array(Webhook),
  beside: webhooksBeside,
  cost: 10,
  async run(_, crm) {
    const rows = await listWebhooks(crm, await findCallingApp(crm))
    return answer(
      rows.map(row => webhookV1(crm, row)),
      { beside },
    )
  },
})

const addWebhook = v1({
  route: 'POST /webhooks',
  summary: 'Add a webhook',
  description:
    'Changes of records that user_id may see are sent to subscription_url. See docs/crm/webhooks.md for what is sent, for signatures, and for what happens while the receiver is down.',
  scopes: ['admin'],
  body: webhookBody,
  reply: Webhook,
  beside: webhooksBeside,
  status: 201,
  cost: 10,
  before: lookAtLog,
  async run({ body }, crm) {
    const id = await createWebhook(crm, body)
    return answer(webhookV1(crm, await requireWebhook(crm, id)), { beside })
  },
})

const deleteWebhook = v1({
  route: 'DELETE /webhooks/{id}',
  summary: 'Delete a webhook',
  scopes: ['admin'],
  params: { id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  beside: webhooksBeside,
  cost: 6,
  async run({ params: { id } }, crm) {
    await requireWebhook(crm, id, { lock: true })
    await dropWebhook(crm, id)
    return answer({ id }, { beside })
  },
})

export const webhooksV1 = [getWebhooks, addWebhook, deleteWebhook]
