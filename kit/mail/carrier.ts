import type { Readable } from 'node:stream'

/** A checked message in the form the mail library takes. */
export interface Envelope {
  from: { name: string; address: string }
  to: { name: string; address: string }[]
  cc?: { name: string; address: string }[]
  bcc?: { name: string; address: string }[]
  replyTo?: { name: string; address: string }[]
  subject: string
  text: string
  date: Date
  disableFileAccess: true
  disableUrlAccess: true
  html?: string
  headers?: Record<string, string>
  messageId?: string
  attachments?: { filename: string; contentType: string; contentTransferEncoding: 'base64'; content: Readable }[]
}

/** One way for messages to leave. */
export interface Carrier {
  readonly place: string
  carry(envelope: Envelope): Promise<void>
  check(): Promise<void>
}
