import { Readable } from 'node:stream'
import { perRound } from '../jobs/perRound.ts'
import { parseSender, type Sender } from './address.ts'
import type { Envelope } from './carrier.ts'
import { checkMessage, type Message, type MessageAttachment, peopleOf } from './message.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

/**
 * Sends mail. It is called from jobs, which run again when it throws and may run twice; see `messageIdFor`.
 *
 * @example
 * const mail = openMail({ smtpUrl, from: 'Portico <mail@example.org>', outbox: './data/outbox', log: line => log.info(line) })
 * await mail.send({ to: 'ann@example.org', subject: 'Welcome', text: 'Hello Ann' })
 */
export interface Mail {
  /** Where messages go, for the log and the doctor; holds no secret. */
  readonly place: string
  /** Whether messages leave this machine; without SMTP_URL they become files. */
  readonly leaves: boolean
  /** Who all mail is from. */
  readonly from: Sender
  send(message: Message): Promise<void>
  /** Throws one clear line if mail could not be sent now. Sends nothing. */
  check(): Promise<void>
}

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; without it messages become files in the outbox. */
  smtpUrl?: string | undefined
  /** `mail@example.org` or `Portico <mail@example.org>`. */
  from: string
  /** A directory, made when the first message comes. */
  outbox: string
  log?: (line: string) => void
  now?: () => Date
}

export function openMail(settings: MailSettings): Mail {
  const from = parseSender(settings.from)
  const now = settings.now ?? (() => new Date())
  const carrier = settings.smtpUrl ? openSmtp(settings.smtpUrl) : openOutbox(settings.outbox, settings.log, now)
  return {
    place: carrier.place,
    leaves: settings.smtpUrl !== undefined && settings.smtpUrl !== '',
    from,
    check: carrier.check,
    async send(message) {
      checkMessage(message)
      await carrier.carry(envelope(message))
    },
  }

  function envelope(message: Message): Envelope {
    const { to, cc, bcc, replyTo, fromName, subject, text, date, html, headers, messageId, attachments } = message
    return {
      from: { ...from, name: fromName ?? from.name },
      // Given as objects, addresses are not parsed again as a list.
      to: [...peopleOf(to)],
      subject,
      text,
      date: date ?? now(),
      // Bodies are text made by us; a path or an address in one must never be opened.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(cc && { cc: [...cc] }),
      ...(bcc && { bcc: [...bcc] }),
      ...(replyTo && { replyTo: [...replyTo] }),
      ...(html !== undefined && { html }),
      ...(headers && { headers }),
      ...(messageId && { messageId }),
      ...(attachments?.length && { attachments: attachments.map(attached) }),
    }
  }
}

function attached({ name, type, open }: MessageAttachment) {
  return {
    filename: name,
    // A message within a message may not be encoded, and would not arrive as the bytes it is.
    contentType: /^(?:message|multipart)\//i.test(type) ? 'application/octet-stream' : type,
    contentTransferEncoding: 'base64' as const,
    content: Readable.from(chunksOf(open), { objectMode: false }),
  }
}

/** Of all messages together. A piece is encoded, wrapped into lines and handed on, which takes about a millisecond. */
const piecesInRound = perRound(2)
const PIECE_BYTES = 65_536

/** Opens the stream with the first read: a message that does not get that far leaves nothing open. */
async function* chunksOf(open: MessageAttachment['open']): AsyncGenerator<Uint8Array> {
  for await (const chunk of await open()) {
    for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
      await piecesInRound()
      yield chunk.subarray(start, start + PIECE_BYTES)
    }
  }
}
