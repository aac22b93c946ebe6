import { randomUUID } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import { isAddress, type Sender } from '@portico/kit/mail/address'
import { messageIdFor } from '@portico/kit/mail/messageId'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { holdRecord } from '../files/linkStore.ts'
import type { Attached } from './attachedFiles.ts'
import { type Answered, selectSelf } from './composeStore.ts'
import { ingestKey, type MailLink, type NewParty, readMimeId } from './rules.ts'

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

export function answeringSubject(subject: string): string {
  return `Re: ${subject.replace(/^re: */i, '')}`.slice(0, 500)
}

/** By these a copy of the message that comes back is recognised. The header Date knows no parts of a second. */
export function newIdentity(crm: Crm, now: Date, known?: string | null) {
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
export async function senderOf(crm: Crm, { dealId, leadId }: MailLink): Promise<NewParty[]> {
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

export function recipientsOf(letter: Letter, answered: Answered | undefined): NewParty[] {
  const to = letter.to ?? (answered ? answered.answer_to : [])
  const all: [NewParty['role'], readonly Sender[] | undefined][] = [
    ['to', to],
    ['cc', letter.cc],
    ['bcc', letter.bcc],
  ]
  return all.flatMap(([role, people = []]) => people.map(({ name, address }) => ({ role, name, address })))
}

export function isRecipient({ role }: NewParty): boolean {
  return role === 'to' || role === 'cc' || role === 'bcc'
}

/** The ids before an answer, oldest first. */
export function chainOf({ reference_ids, mime_id }: Answered): string[] {
  return [...reference_ids, mime_id].map(readMimeId).filter(id => id !== null)
}

/** Refuses a record that is not there for the caller. An answer goes where the message it answers is. */
export async function checkedLink(
  crm: Crm,
  { dealId, leadId }: MailLink,
  answered: Answered | undefined,
): Promise<MailLink> {
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
