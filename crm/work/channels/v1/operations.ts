import { type Failure, failure } from '@portico/kit/api/failure'
import { oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { Name } from '../../../base/records/name.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { callingApp } from '../../../company/oauth/callingAppStore.ts'
import { channelOfAnother, noSuchChannel, noSuchConversation, PROVIDERS } from '../rules.ts'
import {
  type ChannelRow,
  deleteChannel as dropChannel,
  deleteConversation as dropConversation,
  findChannel,
  storeChannel,
  storeMessage,
} from '../store.ts'
import { Channel, MessageV1, messageBody, shownChannel } from './shape.ts'

const scopes = ['messengers-integration'] as const
const MessengerId = Type.String({ minLength: 1, maxLength: 255 })

const addChannel = v1({
  route: 'POST /channels',
  summary: 'Register a channel of a messenger',
  description: 'It belongs to the app that calls: no other one may deliver to it or delete it.',
  scopes,
  body: {
    name: Name,
    provider_channel_id: MessengerId,
    avatar_url: optional(Type.String({ maxLength: 2000 })),
    template_support: optional(Type.Boolean({ default: false })),
    provider_type: optional(oneOf(PROVIDERS, { default: 'other' })),
  },
  reply: Channel,
  cost: 10,
  deprecated: true,
  async run({ body }, crm) {
    const channel = await storeChannel(crm, {
      app: await callingApp(crm),
      name: body.name,
      provider_channel_id: body.provider_channel_id,
      avatar_url: body.avatar_url ?? null,
      provider_type: body.provider_type ?? 'other',
      template_support: body.template_support ?? false,
    })
    await audit(crm, channel, 'added')
    return shownChannel(channel, crm.actor.companyId)
  },
})

const receiveMessage = v1({
  route: 'POST /channels/messages/receive',
  summary: 'Deliver a message to a channel',
  description: 'The same id again is the same message: its status and whatever else is new is taken over.',
  scopes,
  body: messageBody,
  reply: MessageV1,
  cost: 10,
  deprecated: true,
  async run({ body }, crm) {
    const channel = await ownChannel(crm, body.channel_id, () => noSuchChannel('channel_id'))
    await storeMessage(crm, channel.id, {
      id: body.id,
      conversation_id: body.conversation_id,
      sender_id: body.sender_id,
      message: body.message,
      status: body.status,
      created_at: readMinute(body.created_at, 'created_at'),
      reply_by: body.reply_by ? readMinute(body.reply_by, 'reply_by') : null,
      conversation_link: body.conversation_link ?? null,
      attachments: body.attachments ?? [],
    })
    return body
  },
})

const deleteConversation = v1({
  route: 'DELETE /channels/{channel-id}/conversations/{conversation-id}',
  summary: 'Delete a conversation with its messages',
  scopes,
  params: { 'channel-id': MessengerId, 'conversation-id': MessengerId },
  reply: Type.Null(),
  cost: 6,
  deprecated: true,
  async run({ params }, crm) {
    const channel = await ownChannel(crm, params['channel-id'], noSuchConversation)
    const conversation_id = params['conversation-id']
    if (!(await dropConversation(crm, channel.id, conversation_id))) throw noSuchConversation()
    await audit(crm, channel, 'conversation removed', { conversation_id })
    return null
  },
})

const deleteChannel = v1({
  route: 'DELETE /channels/{id}',
  summary: 'Delete a channel with its conversations',
  scopes,
  params: { id: MessengerId },
  reply: Type.Null(),
  cost: 6,
  deprecated: true,
  async run({ params }, crm) {
    const channel = await ownChannel(crm, params.id, () => noSuchChannel('id'))
    await dropChannel(crm, channel.id)
    await audit(crm, channel, 'removed')
    return null
  },
})

/** Channels are no records with a history: who made and deleted them is in the audit. */
async function audit(crm: Crm, channel: ChannelRow, change: string, more: object = {}): Promise<void> {
  const { id, app, name, provider_type, provider_channel_id } = channel
  await auditCall(crm, 'channel_changed', id, { change, app, name, provider_type, provider_channel_id, ...more })
}

/** A channel that the calling app registered. */
async function ownChannel(crm: Crm, id: string, missing: () => Failure): Promise<ChannelRow> {
  const app = await callingApp(crm)
  const channel = await findChannel(crm, id, app)
  if (!channel) throw missing()
  if (channel.app !== app) throw channelOfAnother()
  return channel
}

/** `2026-03-01 08:00`, with or without seconds. */
function readMinute(text: string, field: string): Date {
  const time = readTimeV1(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(text) ? `${text}:00` : text, field)
  if (!time) throw failure('invalid', `${field} must be a time such as 2026-03-01 08:00`, { field })
  return time
}

export const channels = [addChannel, receiveMessage, deleteConversation, deleteChannel]
