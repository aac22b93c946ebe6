import { failure } from '../api/failure.ts'
import { isAddress, type Sender } from './address.ts'

export interface Message {
  /** One plain address, or several people. */
  to: string | readonly Sender[]
  cc?: readonly Sender[]
  bcc?: readonly Sender[]
  /** Where answers go, instead of to the sender of all mail. */
  replyTo?: readonly Sender[]
  /** Shown instead of the name of the sender; the address stays. */
  fromName?: string
  /** When it was written; now, when left out. */
  date?: Date
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** See `messageIdFor`; made at random when left out. */
  messageId?: string
  attachments?: readonly MessageAttachment[]
}

/** A file that goes with a message. Its bytes are streamed, one file after the other. */
export interface MessageAttachment {
  name: string
  /** Its media type, as `application/pdf`. */
  type: string
  /** Called when its turn has come. A stream that fails fails the message: none leaves with a part of a file. */
  open(): Promise<ReadableStream<Uint8Array>>
}

/** Refuses whatever could add a header or a recipient. The library encodes too; this does not count on it. */
export function checkMessage(message: Message): void {
  const { to, cc = [], bcc = [], replyTo = [] } = message
  for (const [field, people] of Object.entries({ to: peopleOf(to), cc, bcc, replyTo })) checkPeople(field, people)
  if (peopleOf(to).length + cc.length + bcc.length === 0) throw wrong('to', 'The message has no recipient')
  if (message.fromName !== undefined && !isName(message.fromName)) throw wrong('fromName', 'The name is malformed')
  if (hasBreak(message.subject)) throw wrong('subject', 'The subject holds a line break')
  if (message.subject.length > 500) throw wrong('subject', 'The subject is longer than 500 characters')
  if (message.messageId !== undefined && !MESSAGE_ID.test(message.messageId)) {
    throw wrong('messageId', 'The message id is not of the form <id@host>')
  }
  for (const [name, value] of Object.entries(message.headers ?? {})) checkHeader(name, value)
  for (const { name, type } of message.attachments ?? []) {
    if (name === '' || !isName(name)) throw wrong('attachments', 'The name of an attachment is malformed')
    if (!MEDIA_TYPE.test(type)) throw wrong('attachments', 'The type of an attachment is malformed')
  }
}

/** The people of a field that may be one plain address. */
export function peopleOf(given: string | readonly Sender[]): readonly Sender[] {
  return typeof given === 'string' ? [{ name: '', address: given }] : given
}

function checkPeople(field: string, people: readonly Sender[]): void {
  for (const { name, address } of people) {
    if (!isAddress(address)) throw wrong(field, 'The recipient is not a mail address')
    if (!isName(name)) throw wrong(field, 'The name of a recipient is malformed')
  }
}

function isName(name: string): boolean {
  return name.length <= 255 && !hasBreak(name)
}

const MESSAGE_ID = /^<[a-z0-9._+-]{1,200}@[a-z0-9._-]{1,200}>$/i
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/i
const HEADER_NAME = /^[a-z][a-z0-9-]{0,70}$/i
/** Said by the message itself, or by the way it is packed. */
const OWN_HEADERS = /^(to|from|cc|bcc|sender|subject|date|message-id|mime-version|return-path|received|content-.*)$/i

function checkHeader(name: string, value: string): void {
  if (!HEADER_NAME.test(name) || OWN_HEADERS.test(name)) throw wrong(name, 'This header may not be set')
  if (hasBreak(value) || value.length > 2000) throw wrong(name, `The header ${name} is malformed`)
}

function hasBreak(text: string): boolean {
  return /[\r\n\0\u0085\u2028\u2029]/.test(text)
}

function wrong(field: string, message: string): Error {
  return failure('invalid', message, { field })
}
