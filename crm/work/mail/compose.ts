import { randomUUID } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import { isAddress, type Sender } from '@portico/kit/mail/address'
import { messageIdFor } from '@portico/kit/mail/messageId'
import type { Crm } from '../../base/api/context.ts'
import { updateRecord, updateRecords } from '../../base/changes/write.ts'
import { textOfHtml } from '../../base/records/cleanHtml.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { requireMatch } from '../../base/records/version.ts'
import { holdRecord } from '../files/linkStore.ts'
import type { Attached } from './attachedFiles.ts'
import {
  type Answered,
  countRecipients,
  countWritten,
  findAnswered,
  isFileOf,
  lockWritten,
  replaceContent,
  replaceSender,
  selectSelf,
  type WrittenRow,
} from './composeStore.ts'
import { keepAttachment, keepMessage } from './keepMessage.ts'
import { ingestKey, type MailLink, type NewParty, readMimeId, snippetOf } from './rules.ts'
import { SEND_MAIL } from './sendMessage.ts'
import { sumUpThread } from './store.ts'
import { removeThread } from './write.ts'

/** What somebody writes. What is undefined follows from the message that is answered, or stays as it is. */
export interface Letter extends MailLink {
  to?: readonly Sender[] | undefined
  cc?: readonly Sender[] | undefined
  bcc?: readonly Sender[] | undefined
  subject?: string | undefined
  /** Cleaned. */
  html?: string | undefined
  /** The message that is answered. */
  answers?: number | undefined
  attached?: Attached | undefined
  shared?: boolean | undefined
}

const MOST_OF_COMPANY_A_DAY = 1000
const ATTEMPTS = 10

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
    subject: letter.subject ?? (answered ? `Re: ${answered.subject.replace(/^re: */i, '')}`.slice(0, 500) : ''),
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
    { key: `${SEND_MAIL}:${companyId}:${messageId}`, maxAttempts: ATTEMPTS },
  )
}

async function checkSending(crm: Crm, recipients: number): Promise<void> {
  if (recipients === 0) throw failure('invalid', 'to is required: a message needs somebody to go to', { field: 'to' })
  if ((await countWritten(crm)) >= MOST_OF_COMPANY_A_DAY)
    throw failure('too_many', `A company sends at most ${MOST_OF_COMPANY_A_DAY} messages a day`, { retryAfter: 3600 })
}

/** By these a copy of the message that comes back is recognised. The header Date knows no parts of a second. */
function newIdentity(crm: Crm, now: Date, known?: string | null) {
  const { address } = outgoing(crm)
  const mimeId = known ?? messageIdFor(`crm/mail/${randomUUID()}`, address)
  const messageTime = new Date(Math.floor(now.getTime() / 1000) * 1000)
  const from = [{ name: '', address }]
  return { mimeId, messageTime, ingestKey: ingestKey({ messageId: mimeId, digest: '', from, sentAt: messageTime }) }
}

/**
 * All mail leaves from one address of the server, under the name of the user. Answers go to the user, and to the
 * drop-box where it is open, so that they come into the thread.
 */
async function senderOf(crm: Crm, { dealId, leadId }: MailLink): Promise<NewParty[]> {
  const { name, email } = await selectSelf(crm)
  const record = dealId !== undefined ? `deal${dealId}` : leadId && `lead${leadId}`
  const dropBox = crm.services.dropBox ? [crm.services.mailboxOf(crm.actor, record)] : []
  const answers = [email, ...dropBox].filter(isAddress)
  return [
    { role: 'from', name, address: outgoing(crm).address },
    ...answers.map((address): NewParty => ({ role: 'reply_to', name: address === email ? name : '', address })),
  ]
}

function outgoing({ services }: Crm): Sender {
  if (!services.mailSender) throw failure('unavailable', 'This server sends no mail')
  return services.mailSender
}

function recipientsOf(letter: Letter, answered: Answered | undefined): NewParty[] {
  const to = letter.to ?? (answered ? answered.answer_to : [])
  const all: [NewParty['role'], readonly Sender[] | undefined][] = [
    ['to', to],
    ['cc', letter.cc],
    ['bcc', letter.bcc],
  ]
  return all.flatMap(([role, people = []]) => people.map(({ name, address }) => ({ role, name, address })))
}

function isRecipient({ role }: NewParty): boolean {
  return role === 'to' || role === 'cc' || role === 'bcc'
}

/** The ids before an answer, oldest first. */
function chainOf({ reference_ids, mime_id }: Answered): string[] {
  return [...reference_ids, mime_id].map(readMimeId).filter(id => id !== null)
}

async function requireAnswered(crm: Crm, id: number): Promise<Answered> {
  const answered = await findAnswered(crm, id)
  if (!answered) throw doesNotExist('reply_to_message_id', id)
  return answered
}

/** Refuses a record that is not there for the caller. An answer goes where the message it answers is. */
async function checkedLink(crm: Crm, { dealId, leadId }: MailLink, answered: Answered | undefined): Promise<MailLink> {
  if (dealId !== undefined && leadId !== undefined)
    throw failure('invalid', 'A message is on a deal or on a lead: send one of deal_id and lead_id', {
      field: 'lead_id',
    })
  if (dealId !== undefined && !(await holdRecord(crm, 'deal', dealId))) throw doesNotExist('deal_id', dealId)
  if (leadId !== undefined && !(await holdRecord(crm, 'lead', leadId))) throw doesNotExist('lead_id', leadId)
  if (dealId !== undefined || leadId !== undefined || !answered) return { dealId, leadId }
  const { deal_id, lead_id } = answered
  if (deal_id !== null && (await holdRecord(crm, 'deal', deal_id))) return { dealId: deal_id }
  return lead_id !== null && (await holdRecord(crm, 'lead', lead_id)) ? { leadId: lead_id } : {}
}

async function lockDraft(crm: Crm, id: number): Promise<WrittenRow> {
  const message = await lockOwn(crm, id)
  if (message.folder !== 'drafts') throw failure('conflict', 'The message is no draft: what is sent stays as it is')
  return message
}

async function lockOwn(crm: Crm, id: number): Promise<WrittenRow> {
  const message = await lockWritten(crm, id)
  if (!message) throw failure('missing', 'Mail message not found')
  requireMatch(crm, message.version)
  return message
}
