import { open } from 'node:fs/promises'
import { type HeaderLines, type Headers, MailParser } from 'mailparser'
import { type Envelope, envelopeOf } from './envelope.ts'
import type { ParsedAttachment } from './parsedMessage.ts'

export interface MessageParts extends Envelope {
  text: string | null
  html: string | null
  attachments: ParsedAttachment[]
  /** Something is missing from the parts: the source has to be kept beside them. */
  isCut: boolean
}

/** No more of a header is read; who sends a message and what it is about stands in the first few thousand bytes. */
const MOST_BYTES = 64_000
const LONGEST_LINE = 8000
const MOST_LINES = 1000

/** What matters of a header. */
const READ = /^(from|to|cc|reply-to|subject|date|message-id|in-reply-to|references):/i

/**
 * Reads from a message that could not be parsed who sent it and what it is about. Looks at the beginning of its
 * header only, and at lines of a bounded length.
 */
export async function readHeader(path: string): Promise<MessageParts> {
  const head = Buffer.from(`${headerLines(await beginningOf(path)).join('\r\n')}\r\n\r\n`, 'latin1')
  const parser = new MailParser()
  let headers: Headers = new Map()
  let lines: HeaderLines = []
  parser.on('headers', found => {
    headers = found
  })
  parser.on('headerLines', found => {
    lines = found
  })
  parser.end(head)
  for await (const _ of parser) {
    // The body is empty.
  }
  return { ...envelopeOf(headers, lines), text: null, html: null, attachments: [], isCut: true }
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await file.close()
  }
}

/** The lines of the header that matter, with their continuations. */
export function headerLines(beginning: string): string[] {
  const kept: string[] = []
  let isKept = false
  for (const line of beginning.split(/\r?\n/, MOST_LINES)) {
    if (line === '') break
    const isContinued = line.startsWith(' ') || line.startsWith('\t')
    if (!isContinued) isKept = READ.test(line)
    if (isKept) kept.push(line.slice(0, LONGEST_LINE))
  }
  return kept
}
