import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { claimUpload } from '../files/announcedStore.ts'
import { fileTypeOf } from '../files/rules.ts'
import type { StoredAttachment } from './attachments.ts'
import { type Delivery, isOnOtherRecord, type MailFolder, type MailLink, mayTakeLink, type NewParty } from './rules.ts'
import {
  findThreadOf,
  insertBody,
  insertParties,
  insertThreadKeys,
  lockMailbox,
  type StoredMessage,
  sumUpThread,
} from './store.ts'

/** A message on its way into the mailbox of the actor. The record it is sent to is there: a deal or a lead. */
export interface NewMessage extends MailLink {
  source: 'dropbox' | 'imap' | 'written'
  folder: MailFolder
  accountId?: number | undefined
  /** Whether a thread that begins with it is shared. */
  shared: boolean
  /** The thread it goes on with, where that is known. */
  threadId?: number | undefined
  /** The thread of the message, written here, that it answers. */
  answered?: number | undefined
  ingestKey: string
  delivery: Delivery
  mimeId: string | null
  inReplyTo: string | null
  references: readonly string[]
  /** The ids it refers to, the nearest first. */
  referred: readonly string[]
  subject: string
  snippet: string
  /** Cleaned. */
  html: string | null
  messageTime: Date
  parties: readonly NewParty[]
  attachments: readonly StoredAttachment[]
  defects: readonly string[]
  sendState?: 'queued' | undefined
}

/** Stores a message with all that belongs to it, in its thread or in a new one. The mailbox is locked meanwhile. */
export async function keepMessage(crm: Crm, message: NewMessage): Promise<StoredMessage> {
  const { actor, now } = crm
  await lockMailbox(crm.sql, actor.companyId, actor.userId)
  const threadId = await threadFor(crm, message)
  const { id: messageId } = await insertRecord<{ id: number }>(crm, 'mail_message', {
    thread_id: threadId,
    user_id: actor.userId,
    account_id: message.accountId,
    source: message.source,
    folder: message.folder,
    ingest_key: message.ingestKey,
    delivery: message.delivery,
    mime_id: message.mimeId,
    in_reply_to: message.inReplyTo,
    reference_ids: message.references,
    subject: message.subject,
    snippet: message.snippet,
    message_time: message.messageTime,
    has_body: message.html !== null,
    has_inline_attachments: message.attachments.some(({ inline }) => inline),
    has_real_attachments: message.attachments.some(({ inline }) => !inline),
    defects: message.defects,
    send_state: message.sendState,
    add_time: now,
    update_time: now,
  })
  if (message.html !== null) await insertBody(crm, messageId, message.html)
  await insertParties(crm, messageId, message.parties)
  for (const attachment of message.attachments) await keepAttachment(crm, messageId, attachment)
  const ids = [message.mimeId, ...message.referred].filter(id => id !== null)
  await insertThreadKeys(crm, threadId, ids)
  // What comes in has not been read.
  await sumUpThread(crm, threadId, message.folder === 'inbox' ? { read: false } : {})
  return { messageId, threadId }
}

/**
 * The thread that the message belongs to. One that is on another record than the message was sent to stays as it is:
 * the message begins a thread of its own, on its record. So it does when it is copied here for others and the thread
 * is private.
 */
async function threadFor(crm: Crm, message: NewMessage): Promise<number> {
  const { actor, now } = crm
  if (message.threadId !== undefined) return message.threadId
  const ids = [...message.referred, message.mimeId].filter(id => id !== null)
  const found = await findThreadOf(crm, ids, message.source === 'dropbox' ? 'shared' : 'any', message.answered)
  if (found && !isOnOtherRecord(found, message)) {
    if (mayTakeLink(found, message)) await linkThread(crm, found.id, message)
    return found.id
  }
  const { id } = await insertRecord<{ id: number }>(crm, 'mail_thread', {
    user_id: actor.userId,
    account_id: message.accountId,
    subject: message.subject,
    deal_id: message.dealId,
    lead_id: message.leadId,
    shared: message.shared,
    read: message.folder !== 'inbox',
    first_message_time: message.messageTime,
    last_message_time: message.messageTime,
    add_time: now,
    update_time: now,
  })
  return id
}

/** Puts a thread that is on no record on the one that a message was sent to. */
export async function linkThread(crm: Crm, id: number, { dealId, leadId }: MailLink): Promise<void> {
  await updateRecord(crm, 'mail_thread', id, { deal_id: dealId ?? null, lead_id: leadId ?? null })
}

/** Makes a file of bytes that are in the store, as an attachment of a message. */
export async function keepAttachment(crm: Crm, messageId: number, attachment: StoredAttachment): Promise<void> {
  const { actor, now } = crm
  await claimUpload(crm, attachment.key)
  await insertRecord(crm, 'file', {
    mail_message_id: messageId,
    user_id: actor.userId,
    name: attachment.name,
    file_name: attachment.name,
    file_type: fileTypeOf(attachment.type),
    file_size: attachment.size,
    mime_type: attachment.type,
    sha256: attachment.sha256,
    file_key: attachment.key,
    cid: attachment.contentId,
    inline: attachment.inline,
    add_time: now,
    update_time: now,
  })
}
