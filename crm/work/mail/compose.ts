import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import type { Crm } from '../../base/api/context.ts'
import { updateRecord, updateRecords } from '../../base/changes/write.ts'
import { textOfHtml } from '../../base/records/cleanHtml.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { requireMatch } from '../../base/records/version.ts'
import {
  type Answered,
  countRecipients,
  countWritten,
  findAnswered,
  isFileOf,
  lockWritten,
  replaceContent,
  replaceSender,
  type WrittenRow,
} from './composeStore.ts'
import { keepAttachment, keepMessage } from './keepMessage.ts'
import {
  answeringSubject,
  chainOf,
  checkedLink,
  isRecipient,
  type Letter,
  newIdentity,
  recipientsOf,
  senderOf,
} from './letter.ts'
import { snippetOf } from './rules.ts'
import { SEND_ATTEMPTS, SEND_MAIL } from './sendMailTask.ts'
import { sumUpThread } from './store.ts'
import { removeThread } from './write.ts'

const MOST_OF_COMPANY_A_DAY = 1000

/** Stores a message of the caller's and has it sent once this is committed, or keeps it as a draft. Gives back its id. */
export async function writeMessage(crm: Crm, letter: Letter, as: 'sent' | 'draft'): Promise<number> {
  const { actor, now } = crm
  const answered = letter.answers === undefined ? undefined : await requireAnswered(crm, letter.answers)
  const link = await checkedLink(crm, letter, answered)
  const from = await senderOf(crm, link)
  const parties = [...from, ...recipientsOf(letter, answered)]
  if (as === 'sent') await checkSending(crm, parties.filter(isRecipient).length)
  const identity = newIdentity(crm, now)
  const { messageId } = await keepMessage(crm, {
    source: 'written',
    folder: as === 'sent' ? 'sent' : 'drafts',
    ...link,
    shared: letter.shared ?? (link.dealId !== undefined || link.leadId !== undefined),
    threadId: answered?.user_id === actor.userId ? answered.thread_id : undefined,
    ...identity,
    delivery: 'written',
    inReplyTo: answered?.mime_id ?? null,
    references: answered ? chainOf(answered) : [],
    referred: answered ? chainOf(answered).reverse() : [],
    subject: letter.subject ?? (answered ? answeringSubject(answered.subject) : ''),
    snippet: snippetOf(textOfHtml(letter.html ?? '')),
    html: letter.html || null,
    parties,
    attachments: letter.attached?.added ?? [],
    defects: [],
    sendState: as === 'sent' ? 'queued' : undefined,
  })
  if (as === 'sent') await sendLater(crm, messageId)
  return messageId
}

/** Changes a draft of the caller's. */
export async function updateDraft(crm: Crm, id: number, letter: Letter): Promise<void> {
  const draft = await lockDraft(crm, id)
  const { subject, html, attached } = letter
  await updateRecord(crm, 'mail_message', id, {
    message_time: crm.now,
    ...(subject !== undefined && { subject }),
    ...(html !== undefined && { snippet: snippetOf(textOfHtml(html)), has_body: html !== '' }),
    ...(attached && { has_real_attachments: attached.kept.length + attached.added.length > 0 }),
  })
  await replaceContent(crm, id, html, recipientsOf(letter, undefined))
  if (attached) {
    await removeFilesOf(crm, id, attached.kept)
    for (const attachment of attached.added) await keepAttachment(crm, id, attachment)
  }
  await sumUpThread(crm, draft.thread_id)
}

/** Sends a draft of the caller's, or once more what could not be sent. */
export async function sendMessage(crm: Crm, id: number): Promise<void> {
  const message = await lockOwn(crm, id)
  if (message.folder !== 'drafts' && message.send_state !== 'failed')
    throw failure('conflict', 'The message is sent already, or is about to be')
  await checkSending(crm, await countRecipients(crm, id))
  await replaceSender(
    crm,
    id,
    await senderOf(crm, { dealId: message.deal_id ?? undefined, leadId: message.lead_id ?? undefined }),
  )
  const { messageTime, ...identity } = newIdentity(crm, crm.now, message.mime_id)
  await updateRecord(crm, 'mail_message', id, {
    folder: 'sent',
    send_state: 'queued',
    send_error: null,
    message_time: messageTime,
    ingest_key: identity.ingestKey,
  })
  await sumUpThread(crm, message.thread_id)
  await sendLater(crm, id)
}

/** Deletes a draft of the caller's, with its thread when there is nothing else in it. */
export async function removeDraft(crm: Crm, id: number): Promise<void> {
  const draft = await lockDraft(crm, id)
  await updateRecord(crm, 'mail_message', id, { is_deleted: true, delete_time: crm.now }, { action: 'deleted' })
  await removeFilesOf(crm, id, [])
  if (draft.others === 0)
    await removeThread({ ...crm, call: { ...crm.call, request: WITHOUT_CONDITION } }, draft.thread_id)
  else await sumUpThread(crm, draft.thread_id)
}

async function removeFilesOf(crm: Crm, messageId: number, kept: readonly number[]): Promise<void> {
  const gone = { is_deleted: true, delete_time: crm.now }
  await updateRecords(crm, 'file', isFileOf(messageId, kept), gone, { action: 'deleted' })
}

/** `If-Match` of the call is about the message. */
const WITHOUT_CONDITION = new Request('http://localhost')

async function sendLater({ sql, actor }: Crm, messageId: number): Promise<void> {
  const { companyId } = actor
  await addJob(
    sql,
    SEND_MAIL,
    { companyId, messageId },
    { key: `${SEND_MAIL}:${companyId}:${messageId}`, maxAttempts: SEND_ATTEMPTS },
  )
}

async function checkSending(crm: Crm, recipients: number): Promise<void> {
  if (recipients === 0) throw failure('invalid', 'to is required: send a recipient in to, cc or bcc', { field: 'to' })
  if ((await countWritten(crm)) >= MOST_OF_COMPANY_A_DAY)
    throw failure('too_many', `A company sends at most ${MOST_OF_COMPANY_A_DAY} messages a day`, { retryAfter: 3600 })
}

async function requireAnswered(crm: Crm, id: number): Promise<Answered> {
  const answered = await findAnswered(crm, id)
  if (!answered) throw doesNotExist('reply_to_message_id', id)
  return answered
}

async function lockDraft(crm: Crm, id: number): Promise<WrittenRow> {
  const message = await lockOwn(crm, id)
  if (message.folder !== 'drafts')
    throw failure('conflict', 'Only drafts can be changed and deleted: this message was sent')
  return message
}

async function lockOwn(crm: Crm, id: number): Promise<WrittenRow> {
  const message = await lockWritten(crm, id)
  if (!message) throw failure('missing', 'Mail message not found')
  requireMatch(crm, message.version)
  return message
}
