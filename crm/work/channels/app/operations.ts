import { failure } from '@portico/kit/api/failure'
import { Uuid } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { timeV2 } from '../../../base/records/time.ts'
import { type ChannelRow, listChannels, listConversations, listMessages } from '../store.ts'
import { AttachmentV1, Channel, shownChannel } from '../v1/shape.ts'

/** What is shown of a long list. */
const MOST = 500

const getChannels = app({
  route: 'GET /channels',
  summary: 'Get the channels of messengers that the caller registered; admins get all',
  reply: Type.Array(Channel),
  run: async (_, crm) => (await listChannels(crm)).map(channel => shownChannel(channel, crm.actor.companyId)),
})

const getConversations = app({
  route: 'GET /channels/{id}/conversations',
  summary: 'Get the 500 conversations of a channel with the latest messages',
  params: { id: Uuid },
  reply: Type.Array(
    Type.Object({ conversation_id: Type.String(), messages: Type.Integer(), last_message_time: Type.String() }),
  ),
  async run({ params }, crm) {
    const { id } = await requireChannel(crm, params.id)
    const conversations = await listConversations(crm, id, MOST)
    return conversations.map(one => ({ ...one, last_message_time: timeV2(one.last_message_time) }))
  },
})

const getMessages = app({
  route: 'GET /channels/{id}/conversations/{conversation}/messages',
  summary: 'Get the 500 latest messages of a conversation',
  params: { id: Uuid, conversation: Type.String({ maxLength: 255 }) },
  reply: Type.Array(
    Type.Object({
      id: Type.String(),
      sender_id: Type.String(),
      message: Type.String(),
      status: Type.String(),
      created_at: Type.String(),
      attachments: Type.Array(AttachmentV1),
    }),
  ),
  async run({ params }, crm) {
    const { id } = await requireChannel(crm, params.id)
    const messages = await listMessages(crm, id, params.conversation, MOST)
    return messages.map(({ id, sender_id, message, status, created_at, attachments }) => ({
      id,
      sender_id,
      message,
      status,
      created_at: timeV2(created_at),
      attachments: [...attachments],
    }))
  },
})

async function requireChannel(crm: Crm, id: string): Promise<ChannelRow> {
  const channel = (await listChannels(crm)).find(one => one.id === id)
  if (!channel) throw failure('missing', 'Channel not found')
  return channel
}

export const channelsInApp = [getChannels, getConversations, getMessages]
