import type { AddressObject, EmailAddress, HeaderLines, Headers, HeaderValue } from 'mailparser'
import { MAIL_LIMITS } from './mailLimits.ts'
import type { MailParty, ParsedMessage } from './parsedMessage.ts'
import { storableText } from './storableText.ts'

/** What the header of a message says. */
export type Envelope = Omit<ParsedMessage, 'digest' | 'text' | 'html' | 'attachments'>

/** Reads it from what the parser made of the header. Whatever is too long is cut, and that is noted. */
export function envelopeOf(headers: Headers, lines: HeaderLines): Envelope {
  const defects: string[] = []
  const parties = (name: string) => partiesOf(headers.get(name), name, defects)
  const from = parties('from')
  if (from.length === 0) defects.push('The message does not say who sent it.')
  const sentAt = dateOf(lines, defects)
  return {
    messageId: idOf(headers.get('message-id')),
    inReplyTo: idOf(headers.get('in-reply-to')),
    references: referencesOf(headers.get('references')),
    subject: lineOf(headers.get('subject')),
    sentAt,
    from,
    to: parties('to'),
    cc: parties('cc'),
    bcc: parties('bcc'),
    replyTo: parties('reply-to'),
    defects,
  }
}

/** One line of text: breaks and tabs become blanks. */
function lineOf(value: HeaderValue | undefined): string {
  const text = typeof value === 'string' ? value : ''
  return storableText(text.replace(/[\r\n\t\u2028\u2029]/g, ' ').slice(0, MAIL_LIMITS.lineCharacters)).trim()
}

/** What stands in angle brackets, without blanks; one that is too long to be kept names nothing. */
function idOf(value: HeaderValue | undefined): string | null {
  const [first = ''] = typeof value === 'string' ? value.trim().split(/\s/, 1) : []
  const id = storableText(first)
  return id.length > 2 && id.length <= MAIL_LIMITS.lineCharacters ? id : null
}

/** The first one began the conversation and the last ones are the nearest, so what is too much is left out between them. */
function referencesOf(value: HeaderValue | undefined): string[] {
  const given = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
  const ids = given
    .filter(id => typeof id === 'string')
    .map(id => idOf(id))
    .filter(id => id !== null)
  if (ids.length <= MAIL_LIMITS.references) return ids
  return [...ids.slice(0, 1), ...ids.slice(ids.length - MAIL_LIMITS.references + 1)]
}

function partiesOf(value: HeaderValue | undefined, header: string, defects: string[]): MailParty[] {
  const given = (Array.isArray(value) ? value : [value]).filter(isAddressObject)
  const parties: MailParty[] = []
  const waiting: EmailAddress[] = given.flatMap(list => list.value)
  for (const entry of waiting) {
    // A group has a name and members; who is in a group of a group nobody writes.
    for (const { name, address } of entry.group ?? [entry]) {
      const line = lineOf(address)
      if (line !== '') parties.push({ name: lineOf(name), address: line })
    }
    if (parties.length <= MAIL_LIMITS.addresses) continue
    defects.push(`Of the addresses in ${header} only the first ${MAIL_LIMITS.addresses} were kept.`)
    return parties.slice(0, MAIL_LIMITS.addresses)
  }
  return parties
}

function isAddressObject(value: unknown): value is AddressObject {
  return typeof value === 'object' && value !== null && 'value' in value && Array.isArray(value.value)
}

/** From the line itself: the parser puts today in the place of a date it cannot read. */
function dateOf(lines: HeaderLines, defects: string[]): Date | null {
  const line = lines.findLast(({ key }) => key === 'date')?.line
  if (line === undefined) return null
  const date = new Date(line.slice(line.indexOf(':') + 1, 200).trim())
  if (date.getTime() >= Date.UTC(1970) && date.getTime() < Date.UTC(2100)) return date
  defects.push('The date of the message cannot be read.')
  return null
}
