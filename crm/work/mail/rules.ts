import { createHash } from 'node:crypto'
import type { MailParty, ParsedMessage } from '@portico/kit/mail/parsedMessage'
import { LIMITS } from '../../base/limits/atRest.ts'

export type MailFolder = 'inbox' | 'sent' | 'drafts'
export type PartyRole = 'from' | 'to' | 'cc' | 'bcc' | 'reply_to'

export interface NewParty extends MailParty {
  role: PartyRole
}

/** How much of the beginning of a message its snippet shows. */
const SNIPPET = 225
const LONGEST_ADDRESS = 320
/** A line of a message is no longer by its standard, so neither is an id in one. */
const LONGEST_MIME_ID = 996
const MOST_REFERENCES = 100

/**
 * What says that two deliveries are one message. A message that comes twice (sent again by a server that did not hear
 * our answer, or out of the drop-box and an IMAP account) has another digest but the same id, sender and date. An id
 * alone is not enough: some programs give all their messages the same one, and none of those may be lost.
 */
export function ingestKey({ messageId, digest, from, sentAt }: KeyedMessage): string {
  const id = readMimeId(messageId)
  if (id === null) return `raw:${digest}`
  const facts = JSON.stringify([id, from[0]?.address.toLowerCase() ?? '', sentAt?.toISOString() ?? ''])
  return `id:${createHash('sha256').update(facts).digest('hex')}`
}

type KeyedMessage = Pick<ParsedMessage, 'messageId' | 'digest' | 'from' | 'sentAt'>

/** How a message comes in. A message is kept once for each. */
export type Delivery = 'imap' | 'written' | 'dropbox' | `dropbox/deal/${number}` | `dropbox/lead/${string}`

/** The record a message is sent to, if any. */
export interface MailLink {
  dealId?: number | undefined
  leadId?: string | undefined
}

export function deliveryOf(source: 'dropbox' | 'imap', { dealId, leadId }: MailLink): Delivery {
  if (source === 'imap') return 'imap'
  if (dealId !== undefined) return `dropbox/deal/${dealId}`
  return leadId === undefined ? 'dropbox' : `dropbox/lead/${leadId}`
}

/** The same message as it is there already. */
export interface Delivered extends LinkedThread {
  messageId: number
  threadId: number
  delivery: string
  shared: boolean
}

export interface LinkedThread {
  deal_id: number | null
  lead_id: string | null
}

/**
 * Which of the same messages stands for a new delivery of it. For a mailbox that is read any of them does. Whoever
 * copies a message to the drop-box wants it seen, on the record it is sent to: a private one does not stand for that,
 * nor does one on another record.
 */
export function sameMessage(
  there: readonly Delivered[],
  delivery: Delivery,
  link: MailLink,
  /** The thread of the message, written here, that this one answers. */
  answered?: number,
): (Delivered & { needsLink: boolean }) | undefined {
  const same = there.find(one => one.delivery === delivery) ?? (delivery === 'imap' ? there[0] : undefined)
  if (same) return { ...same, needsLink: false }
  const fit = there.find(one => (one.shared || one.threadId === answered) && !isOnOtherRecord(one, link))
  return fit && { ...fit, needsLink: mayTakeLink(fit, link) }
}

/** Whether a thread is on another record than the one a message is sent to. */
export function isOnOtherRecord({ deal_id, lead_id }: LinkedThread, { dealId, leadId }: MailLink): boolean {
  if (dealId !== undefined) return lead_id !== null || (deal_id !== null && deal_id !== dealId)
  if (leadId !== undefined) return deal_id !== null || (lead_id !== null && lead_id !== leadId)
  return false
}

/** Whether a thread is on no record, and the message is sent to one. */
export function mayTakeLink({ deal_id, lead_id }: LinkedThread, { dealId, leadId }: MailLink): boolean {
  return deal_id === null && lead_id === null && (dealId !== undefined || leadId !== undefined)
}

/** An id as it is kept and compared; null for what is none. */
export function readMimeId(given: string | null): string | null {
  const id = given?.trim() ?? ''
  return id === '' || id.length > LONGEST_MIME_ID || /\s/.test(id) ? null : id
}

/** The ids that a message refers to, the nearest first: what it answers, and what that answered. */
export function referredIds({ inReplyTo, references }: Pick<ParsedMessage, 'inReplyTo' | 'references'>): string[] {
  const ids = [inReplyTo, ...references.slice(-MOST_REFERENCES).reverse()].map(readMimeId)
  return [...new Set(ids.filter(id => id !== null))]
}

/** A date in the future would keep a message on top of every list. */
export function messageTime(sentAt: Date | null, now: Date): Date {
  return sentAt && sentAt < now && sentAt.getTime() > 0 ? sentAt : now
}

/** The parties of a message as far as they are kept, and what is said about those that are not. */
export function readParties(message: Pick<ParsedMessage, 'from' | 'to' | 'cc' | 'bcc' | 'replyTo'>): {
  parties: NewParty[]
  defects: string[]
} {
  const all = [
    ...inRole('from', message.from),
    ...inRole('reply_to', message.replyTo),
    ...inRole('to', message.to),
    ...inRole('cc', message.cc),
    ...inRole('bcc', message.bcc),
  ]
  const usable = all.filter(({ address }) => address.length > 0 && address.length <= LONGEST_ADDRESS)
  const parties = usable.slice(0, LIMITS.mailParties)
  const defects: string[] = []
  if (usable.length < all.length) defects.push(`${all.length - usable.length} parties without a usable address`)
  if (parties.length < usable.length) defects.push(`${usable.length - parties.length} parties more than are kept`)
  return { parties, defects }
}

function inRole(role: PartyRole, parties: readonly MailParty[]): NewParty[] {
  return parties.map(({ name, address }) => ({ role, name: cut(name.trim(), 255), address: address.trim() }))
}

/** The beginning of a text as one line. */
export function snippetOf(text: string): string {
  return cut(
    text
      .slice(0, 4 * SNIPPET)
      .replace(/\s+/g, ' ')
      .trim(),
    SNIPPET,
  )
}

export function readSubject(given: string): string {
  return cut(given.replace(/\s+/g, ' ').trim(), LIMITS.mailSubjectCharacters)
}

/** By whole characters. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, most * 2)].slice(0, most).join('')
}
