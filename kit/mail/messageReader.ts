import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failure } from '../api/failure.ts'
import { diskFailure } from '../files/diskError.ts'
import { makeWritableDirectory } from '../files/makeWritableDirectory.ts'
import { newTemporaryName, releaseTemporaryName, sweepTemporaryFiles } from '../files/temporaryFiles.ts'
import { openThreads, type Threads } from '../jobs/threads.ts'
import { MAIL_LIMITS } from './mailLimits.ts'
import type { ParsedAttachment, ParsedMessage } from './parsedMessage.ts'
import type { Source } from './parseMessage.ts'
import type { MessageParts } from './readHeader.ts'

/**
 * Reads messages from elsewhere, whatever is in them. They are kept in temporary files while they are read.
 *
 * @example
 * const raw = await reader.receive(stream)
 * try {
 *   await store(await reader.read(raw))
 * } finally {
 *   await raw.discard()
 * }
 */
export interface MessageReader {
  /** Writes a message to a file as it arrives. One over the limit fails with `too_large` and leaves nothing. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<RawMessage>
  /** Parses it. No content makes this fail: what cannot be read is kept as it came, and the defects say why. */
  read(raw: RawMessage): Promise<ParsedMessage>
  close(): Promise<void>
}

export interface RawMessage {
  path: string
  size: number
  /** sha256 in hex. */
  digest: string
  /** Removes the file, and those of its attachments. */
  discard(): Promise<void>
}

export async function openMessageReader(directory: string): Promise<MessageReader> {
  await makeWritableDirectory(directory)
  await sweepTemporaryFiles(directory)
  const threads = openParser()

  async function receive(chunks: AsyncIterable<Uint8Array>): Promise<RawMessage> {
    const name = newTemporaryName(randomBytes)
    const path = join(directory, name)
    const discard = () => removeTemporary(directory, name).finally(() => releaseTemporaryName(name))
    try {
      return { path, ...(await writeBounded(path, chunks)), discard }
    } catch (error) {
      await discard()
      throw diskFailure(error, directory)
    }
  }

  async function read(raw: RawMessage): Promise<ParsedMessage> {
    try {
      const { isCut, ...parts } = await threads.run({ path: raw.path, prefix: raw.path })
      const attachments = isCut ? [...parts.attachments, sourceOf(raw)] : parts.attachments
      return { ...parts, attachments, digest: raw.digest }
    } catch (error) {
      // Said by the thread pool when too many wait or the server stops, and by the disk: all of it passes.
      const known = diskFailure(error, directory)
      if (isPassing(known)) throw known
      return unread(raw, known)
    }
  }

  /** The message as it came, with what its header says where that can be read. */
  async function unread(raw: RawMessage, error: unknown): Promise<ParsedMessage> {
    const source = { path: raw.path, prefix: raw.path, headerOnly: true }
    const { isCut: _, ...header } = await threads.run(source).catch(() => NOTHING_KNOWN)
    const reason = error instanceof Error ? error.message : String(error)
    const defect = `The message could not be taken apart (${reason.slice(0, 200)}); it is attached as a file, as it came.`
    return { ...header, digest: raw.digest, attachments: [sourceOf(raw)], defects: [...header.defects, defect] }
  }

  return { receive, read, close: threads.close }
}

/** From the sources, as in tests, there is no compiled file that a thread could run: the work is done here then. */
function openParser(): Threads<Source, MessageParts> {
  if (import.meta.url.endsWith('.ts')) {
    return { run: async source => (await import('./parseMessage.ts')).parseMessage(source), close: async () => {} }
  }
  return openThreads(new URL('./parseThread.js', import.meta.url), {
    most: 2,
    seconds: MAIL_LIMITS.seconds,
    heapMegabytes: MAIL_LIMITS.heapMegabytes,
  })
}

async function writeBounded(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > MAIL_LIMITS.messageBytes) throw tooLarge()
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { size, digest: hash.digest('hex') }
}

export function tooLarge(): Error {
  return failure('too_large', `The message is larger than ${MAIL_LIMITS.messageBytes} bytes`, {
    limit: MAIL_LIMITS.messageBytes,
  })
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'unavailable'
}

const NOTHING_KNOWN: MessageParts = {
  messageId: null,
  inReplyTo: null,
  references: [],
  subject: '',
  sentAt: null,
  from: [],
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  text: null,
  html: null,
  attachments: [],
  isCut: true,
  defects: [],
}

function sourceOf({ path, size }: RawMessage): ParsedAttachment {
  return { filename: 'message.eml', contentType: 'message/rfc822', contentId: null, inline: false, size, path }
}

/** Removes a temporary file and those named after it. A thread that was ended may have left some that nobody counted. */
export async function removeTemporary(directory: string, name: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const found of names)
    if (found === name || found.startsWith(`${name}-`)) await rm(join(directory, found), { force: true })
}
