import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AttachmentStream, type HeaderLines, type Headers, MailParser, type MessageText } from 'mailparser'
import { type Envelope, envelopeOf } from './envelope.ts'
import { MAIL_LIMITS } from './mailLimits.ts'
import type { ParsedAttachment } from './parsedMessage.ts'
import { type MessageParts, readHeader } from './readHeader.ts'
import { storableText } from './storableText.ts'

/** Where a message is and where its parts go. */
export interface Source {
  /** The file that holds the message. */
  path: string
  /** Files of attachments are named by it, with a number at the end. */
  prefix: string
  /** Who sent it and what it is about, and nothing else. */
  headerOnly?: boolean
}

/**
 * Parses a message, its attachments straight into files. Throws when it is beyond the limits or cannot be read.
 * How long it takes depends on the sender, so it runs in a thread that can be ended.
 */
export async function parseMessage({ path, prefix, headerOnly = false }: Source): Promise<MessageParts> {
  if (headerOnly) return readHeader(path)
  const parser = new MailParser(OPTIONS)
  const head: { headers: Headers; lines: HeaderLines } = { headers: new Map(), lines: [] }
  parser.on('headers', headers => {
    head.headers = headers
  })
  parser.on('headerLines', lines => {
    head.lines = lines
  })
  const attachments: ParsedAttachment[] = []
  let body: MessageText | undefined
  const source = createReadStream(path)
  source.on('error', error => parser.destroy(error)).pipe(parser)
  try {
    for await (const part of parser as AsyncIterable<AttachmentStream | MessageText>) {
      if (part.type === 'text') body = part
      else attachments.push(await saveAttachment(part, `${prefix}-${attachments.length}`, attachments.length))
    }
  } finally {
    source.destroy()
  }
  const envelope = envelopeOf(head.headers, head.lines)
  return withBody(envelope, attachments, body)
}

/** The two limits reach the splitter of the parser, which its types do not know. */
const OPTIONS = {
  skipHtmlToText: true,
  skipTextLinks: true,
  skipImageLinks: true,
  // A message inside a message stays the file that it is.
  ignoreEmbedded: true,
  maxHeadSize: MAIL_LIMITS.headerBytes,
  maxChildNodes: MAIL_LIMITS.parts,
}

async function saveAttachment(part: AttachmentStream, path: string, before: number): Promise<ParsedAttachment> {
  if (before >= MAIL_LIMITS.attachments) throw new Error(`more than ${MAIL_LIMITS.attachments} attachments`)
  if (!(part.content instanceof Readable)) throw new Error('an attachment cannot be read')
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(part.content, file)
  part.release()
  const { filename, contentType, cid, contentDisposition, related } = part
  return {
    filename: filename ? storableText(filename).slice(0, MAIL_LIMITS.lineCharacters) : null,
    contentType: storableText(contentType || 'application/octet-stream')
      .toLowerCase()
      .slice(0, 255),
    contentId: cid ? storableText(cid).slice(0, MAIL_LIMITS.lineCharacters) : null,
    inline: Boolean(cid) && (related === true || contentDisposition === 'inline'),
    size: file.bytesWritten,
    path,
  }
}

function withBody(envelope: Envelope, attachments: ParsedAttachment[], body: MessageText | undefined): MessageParts {
  const defects = [...envelope.defects]
  const text = bodyOf(body?.text)
  const html = bodyOf(typeof body?.html === 'string' ? body.html : undefined)
  const isCut = [text, html].some(read => read !== null && read.length > MAIL_LIMITS.bodyCharacters)
  if (isCut)
    defects.push(
      `The text was cut after ${MAIL_LIMITS.bodyCharacters} characters; the whole message is attached as a file.`,
    )
  if ([text, html].some(read => read?.includes('\ufffd')))
    defects.push('Some characters of the text could not be read in the charset that the message names.')
  return { ...envelope, text: cut(text), html: cut(html), attachments, isCut, defects }
}

function bodyOf(given: string | undefined): string | null {
  const body = storableText(given ?? '')
  return body.trim() === '' ? null : body
}

/** By whole characters. */
function cut(body: string | null): string | null {
  if (body === null || body.length <= MAIL_LIMITS.bodyCharacters) return body
  return storableText(body.slice(0, MAIL_LIMITS.bodyCharacters))
}
