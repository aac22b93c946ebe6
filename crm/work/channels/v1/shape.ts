import { nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { timeV1 } from '../../../base/records/time.ts'
import { PROVIDERS, STATUSES } from '../rules.ts'
import type { ChannelRow } from '../store.ts'

export const Channel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  avatar_url: nullable(Type.String()),
  provider_channel_id: Type.String(),
  marketplace_client_id: Type.String(),
  pd_company_id: Type.Integer(),
  pd_user_id: Type.Integer(),
  created_at: Type.String(),
  provider_type: oneOf(PROVIDERS),
  template_support: Type.Boolean(),
})

export function shownChannel(channel: ChannelRow, companyId: number): Static<typeof Channel> {
  const { id, name, avatar_url, provider_channel_id, template_support } = channel
  return {
    id,
    name,
    avatar_url,
    provider_channel_id,
    marketplace_client_id: channel.app,
    pd_company_id: companyId,
    pd_user_id: channel.user_id,
    created_at: timeV1(channel.add_time),
    provider_type: channel.provider_type as (typeof PROVIDERS)[number],
    template_support,
  }
}

const Line = Type.String({ maxLength: 255 })
const Url = Type.String({ maxLength: 2000 })
const MessengerId = Type.String({ minLength: 1, maxLength: 255 })

export const AttachmentV1 = Type.Object({
  id: MessengerId,
  type: Line,
  url: Url,
  name: optional(Line),
  size: optional(Type.Number({ minimum: 0 })),
  preview_url: optional(Url),
  link_expires: optional(Type.Boolean()),
})

export const messageBody = {
  id: MessengerId,
  channel_id: MessengerId,
  sender_id: MessengerId,
  conversation_id: MessengerId,
  message: Type.String({ maxLength: 10_000 }),
  status: oneOf(STATUSES),
  created_at: Type.String({ maxLength: 40, description: 'YYYY-MM-DD HH:MM, UTC' }),
  reply_by: optional(Type.String({ maxLength: 40, description: 'YYYY-MM-DD HH:MM, UTC' })),
  conversation_link: optional(Url),
  attachments: optional(Type.Array(AttachmentV1, { maxItems: 50 })),
}

export const MessageV1 = Type.Object(messageBody)
export type MessageV1 = Static<typeof MessageV1>
