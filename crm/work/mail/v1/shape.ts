import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Text = nullable(Type.String())
const Flag = Type.Integer({ minimum: 0, maximum: 1 })
const Time = Type.String({ description: 'ISO 8601 with milliseconds, UTC' })

/** Somebody a message is from or to. */
const MailParty = named(
  'MailParty',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email_address: Type.String(),
    latest_sent: Type.Boolean({ description: 'Whether the latest message of the thread is from this address' }),
    message_time: Type.Number({ description: 'Of the message, in milliseconds since 1970' }),
    linked_person_id: nullable(Type.Integer({ description: 'The person who has the address' })),
    linked_person_name: Text,
    linked_organization_id: nullable(Type.Integer({ description: 'The organization of that person' })),
    mail_message_party_id: Type.Integer(),
  }),
)

const Parties = Type.Array(MailParty)

const shared = {
  id: Type.Integer(),
  account_id: nullable(Type.String({ description: 'The account elsewhere that it was read from' })),
  user_id: Type.Integer({ description: 'Whose mailbox it is in' }),
  subject: Type.String(),
  snippet: Type.String({ description: 'The beginning of the (latest) message, up to 225 characters' }),
  read_flag: Flag,
  mail_tracking_status: nullable(Type.String({ description: 'Always null: messages are not tracked' })),
  mail_link_tracking_enabled_flag: Flag,
  has_attachments_flag: Flag,
  has_inline_attachments_flag: Flag,
  has_real_attachments_flag: Flag,
  deleted_flag: Flag,
  synced_flag: Type.Integer({ minimum: 0, maximum: 1, description: '1 when it was read from an account elsewhere' }),
  smart_bcc_flag: Type.Integer({ minimum: 0, maximum: 1, description: '1 when it came through the drop-box' }),
  add_time: Time,
  update_time: Time,
}

export const MailThreadV1 = named(
  'MailThread',
  Type.Object({
    ...shared,
    parties: Type.Object({ to: Parties, from: Parties }),
    drafts_parties: Parties,
    folders: Type.Array(Type.String({ description: 'inbox, drafts, sent, archive' })),
    version: Type.Integer(),
    snippet_draft: Text,
    snippet_sent: Text,
    message_count: Type.Integer(),
    has_draft_flag: Flag,
    has_sent_flag: Flag,
    archived_flag: Flag,
    shared_flag: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1: seen by those who see its deal or lead, or else one of its persons. 0: by user_id alone',
    }),
    external_deleted_flag: Flag,
    first_message_to_me_flag: Flag,
    all_messages_sent_flag: Flag,
    first_message_timestamp: Time,
    last_message_timestamp: Time,
    last_message_sent_timestamp: nullable(Time),
    last_message_received_timestamp: nullable(Time),
    deal_id: nullable(Type.Integer()),
    deal_status: Text,
    lead_id: Text,
  }),
)
export type MailThreadV1 = Static<typeof MailThreadV1>

/** What every message has. */
export const message = {
  ...shared,
  from: Parties,
  to: Parties,
  cc: Parties,
  bcc: Parties,
  mail_thread_id: Type.Integer(),
  body_url: nullable(Type.String({ description: 'The body as a page; ?pictures=1 shows pictures of other servers' })),
  body: optional(
    nullable(Type.String({ description: 'Cleaned HTML; pictures of other servers have their address in data-src' })),
  ),
  draft: nullable(Type.String({ description: 'Of a draft: what it says, as JSON' })),
  draft_flag: Flag,
  has_body_flag: Flag,
  sent_flag: Flag,
  sent_from_pipedrive_flag: Type.Integer({ minimum: 0, maximum: 1, description: '1 when it was written here' }),
  message_time: Time,
}

export const MailMessageV1 = named('MailMessage', Type.Object(message))
export type MailMessageV1 = Static<typeof MailMessageV1>

/** A message in the list of a record. */
export const ListedMailMessage = named(
  'ListedMailMessage',
  Type.Object({
    object: Type.String(),
    timestamp: Type.String(),
    data: Type.Object({
      ...message,
      nylas_id: Text,
      s3_bucket: Text,
      s3_bucket_path: Text,
      external_deleted_flag: Type.Boolean(),
      mua_message_id: nullable(Type.String({ description: 'The header Message-ID' })),
      template_id: nullable(Type.Integer()),
      timestamp: Time,
      item_type: Type.String(),
      company_id: Type.Integer(),
    }),
  }),
)
export type ListedMailMessage = Static<typeof ListedMailMessage>
