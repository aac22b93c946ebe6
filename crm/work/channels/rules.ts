import { failure } from '@portico/kit/api/failure'

export const PROVIDERS = ['facebook', 'whatsapp', 'other'] as const
export const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const

export interface Attachment {
  id: string
  type: string
  url: string
  name?: string | undefined
  size?: number | undefined
  preview_url?: string | undefined
  link_expires?: boolean | undefined
}

/** A message as a messenger app delivers it. */
export interface Message {
  /** As the messenger has it: the same id is the same message. */
  id: string
  conversation_id: string
  sender_id: string
  message: string
  status: (typeof STATUSES)[number]
  created_at: Date
  reply_by: Date | null
  conversation_link: string | null
  attachments: readonly Attachment[]
}

/** The errors of these operations have a code beside their text. */
export function noSuchChannel(field: string) {
  return failure('invalid', 'Channel not found: register it with POST /channels first', {
    field,
    additional_data: { code: 'ERR_CHANNEL_NOT_FOUND' },
  })
}

export function channelOfAnother() {
  return failure('forbidden', 'The channel belongs to another app', {
    additional_data: { code: 'ERR_CHANNEL_OF_ANOTHER_APP' },
  })
}

export function noSuchConversation() {
  return failure('missing', 'Conversation not found', { additional_data: { code: 'ERR_CONVERSATION_NOT_FOUND' } })
}
