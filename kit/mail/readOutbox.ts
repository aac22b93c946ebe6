import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEml } from './parseEml.ts'

export interface OutboxMessage {
  to: string
  from: string
  subject: string
  text: string
  /** Every http(s) address in the text, in order. */
  links: string[]
  messageId: string
  file: string
}

/** What a test reads instead of a mailbox: all messages, oldest first. */
export async function readOutbox(directory: string): Promise<OutboxMessage[]> {
  const names = await readdir(directory).catch(() => [])
  const files = names.filter(name => name.endsWith('.eml') && !name.startsWith('.')).sort()
  return Promise.all(files.map(name => readMessage(join(directory, name))))
}

/** The newest message, or the newest to one recipient. */
export async function readNewestMail(directory: string, to?: string): Promise<OutboxMessage | undefined> {
  const messages = await readOutbox(directory)
  return messages.findLast(message => to === undefined || message.to === to)
}

async function readMessage(file: string): Promise<OutboxMessage> {
  const { headers, text } = parseEml(await readFile(file))
  return {
    to: headers.get('to') ?? '',
    from: headers.get('from') ?? '',
    subject: headers.get('subject') ?? '',
    text,
    links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
    messageId: headers.get('message-id') ?? '',
    file,
  }
}
