import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import type { Message } from './rules.ts'

export interface ChannelRow {
  id: string
  app: string
  user_id: number
  name: string
  provider_channel_id: string
  avatar_url: string | null
  provider_type: string
  template_support: boolean
  add_time: Date
}

export type NewChannel = Pick<
  ChannelRow,
  'app' | 'name' | 'provider_channel_id' | 'avatar_url' | 'provider_type' | 'template_support'
>

/** Registers a channel, which an app does once. */
export async function storeChannel({ sql, actor, now }: Crm, channel: NewChannel): Promise<ChannelRow> {
  const row = { company_id: actor.companyId, user_id: actor.userId, add_time: now, ...channel }
  const [stored] = await sql<ChannelRow[]>`
    insert into crm.channel ${sql(row)} on conflict do nothing returning *`
  if (stored) return stored
  throw failure('invalid', `The channel ${channel.provider_channel_id} is registered already`, {
    field: 'provider_channel_id',
    additional_data: { code: 'ERR_CHANNEL_EXISTS' },
  })
}

/** A channel by the id it has here or at the messenger, that of the calling app before those of others. */
export async function findChannel({ sql, actor }: Crm, id: string, app: string): Promise<ChannelRow | undefined> {
  const [channel] = await sql<ChannelRow[]>`
    select * from crm.channel where company_id = ${actor.companyId} and (id::text = ${id} or provider_channel_id = ${id})
    order by app <> ${app}, add_time limit 1`
  return channel
}

/** With everything that was delivered to it. */
export async function deleteChannel({ sql, actor }: Crm, id: string): Promise<void> {
  await sql`delete from crm.channel where company_id = ${actor.companyId} and id = ${id}`
}

/** Whether there was any message. */
export async function deleteConversation(
  { sql, actor }: Crm,
  channelId: string,
  conversationId: string,
): Promise<boolean> {
  const gone = await sql`
    delete from crm.channel_message
    where company_id = ${actor.companyId} and channel_id = ${channelId} and conversation_id = ${conversationId} returning id`
  return gone.length > 0
}

/** A message that was delivered before is stored once: what is new in it, such as that it was read, is taken over. */
export async function storeMessage({ sql, actor, now }: Crm, channelId: string, message: Message): Promise<void> {
  const row = {
    company_id: actor.companyId,
    channel_id: channelId,
    ...message,
    attachments: sql`${JSON.stringify(message.attachments)}::text::jsonb`,
    update_time: now,
  }
  await sql`
    insert into crm.channel_message ${sql(row)}
    on conflict (company_id, channel_id, id) do update set
      conversation_id = excluded.conversation_id, sender_id = excluded.sender_id, message = excluded.message,
      status = excluded.status, created_at = excluded.created_at, reply_by = excluded.reply_by,
      conversation_link = excluded.conversation_link, attachments = excluded.attachments, update_time = excluded.update_time`
}

export interface ConversationRow {
  conversation_id: string
  messages: number
  last_message_time: Date
}

/** Those with the latest messages first. */
export async function listConversations(
  { sql, actor }: Crm,
  channelId: string,
  most: number,
): Promise<ConversationRow[]> {
  return sql<ConversationRow[]>`
    select conversation_id, count(*)::int as messages, max(created_at) as last_message_time from crm.channel_message
    where company_id = ${actor.companyId} and channel_id = ${channelId}
    group by conversation_id order by max(created_at) desc, conversation_id limit ${most}`
}

/** The latest messages of a conversation, the earliest of them first. */
export async function listMessages(
  { sql, actor }: Crm,
  channelId: string,
  conversationId: string,
  most: number,
): Promise<(Message & { update_time: Date })[]> {
  return sql<(Message & { update_time: Date })[]>`
    select * from (
      select * from crm.channel_message
      where company_id = ${actor.companyId} and channel_id = ${channelId} and conversation_id = ${conversationId}
      order by created_at desc, id desc limit ${most}) latest
    order by created_at, id`
}

/** Channels the caller may look into: their own, and admins all. */
export async function listChannels({ sql, actor }: Crm): Promise<ChannelRow[]> {
  return sql<ChannelRow[]>`
    select * from crm.channel where company_id = ${actor.companyId} and (${actor.isAdmin} or user_id = ${actor.userId})
    order by name, id`
}
