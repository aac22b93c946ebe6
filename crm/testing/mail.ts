import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ParsedAttachment, ParsedMessage } from '@portico/kit/mail/parsedMessage'
import { type ParsedEml, parseEml } from '@portico/kit/mail/parseEml'
import { readOutbox } from '@portico/kit/mail/readOutbox'
import type { CrmServices } from '../base/api/context.ts'
import { type Received, type ReceivedMail, receiveMessage } from '../work/mail/receive.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

type Attached = Partial<Omit<ParsedAttachment, 'path' | 'size'>> & { content: string | Uint8Array }

/** A message as it comes out of the parser, from a customer unless something else is said. */
export function aMessage(given: Partial<ParsedMessage> = {}): ParsedMessage {
  const messageId = given.messageId === undefined ? `<${randomUUID()}@customer.example>` : given.messageId
  return {
    digest: createHash('sha256')
      .update(JSON.stringify([messageId, given]))
      .digest('hex'),
    inReplyTo: null,
    references: [],
    subject: 'About the offer',
    sentAt: new Date('2026-03-01T10:00:00Z'),
    from: [{ name: 'Cora Customer', address: 'cora@customer.example' }],
    to: [{ name: '', address: 'owner-1@example.com' }],
    cc: [],
    bcc: [],
    replyTo: [],
    text: 'Hello, thank you for the offer.',
    html: null,
    attachments: [],
    defects: [],
    ...given,
    messageId,
  }
}

/** What the drop-box or an IMAP account does with a message: puts it into the mailbox of a user. */
export async function receive(
  crm: TestCrm,
  user: TestUser,
  given: Partial<ParsedMessage> = {},
  how: Partial<Omit<ReceivedMail, 'message'>> & { attached?: readonly Attached[] } = {},
): Promise<Received> {
  const { attached = [], ...rest } = how
  const folder = await mkdtemp(join(tmpdir(), 'portico-parts-'))
  try {
    const attachments = await Promise.all(attached.map((one, place) => writePart(join(folder, String(place)), one)))
    const message = aMessage({ ...given, ...(attachments.length > 0 && { attachments }) })
    const mail = { companyId: user.companyId, userId: user.userId, source: 'dropbox', folder: 'inbox' } as const
    return await receiveMessage(servicesOf(crm), { ...mail, ...rest, message })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writePart(path: string, { content, ...rest }: Attached): Promise<ParsedAttachment> {
  await writeFile(path, content)
  const facts = { filename: 'offer.txt', contentType: 'text/plain', contentId: null, inline: false }
  return { ...facts, ...rest, size: Buffer.byteLength(content), path }
}

/** As much of the services as receiving needs. */
export function servicesOf({ database, files }: TestCrm): CrmServices {
  return { database, files, origin: 'http://portico.test' } as unknown as CrmServices
}

/** The letters that have left under a Message-ID. */
export async function lettersOf({ outbox }: TestCrm, messageId: string): Promise<ParsedEml[]> {
  const mails = (await readOutbox(outbox)).filter(mail => mail.messageId === messageId)
  return Promise.all(mails.map(async mail => parseEml(await readFile(mail.file))))
}

/** The Message-ID of a message that is stored here. */
export async function mimeIdOf({ sql }: TestCrm, id: number): Promise<string> {
  const [message] = await sql<{ mime_id: string }[]>`select mime_id from crm.mail_message where id = ${id}`
  return message?.mime_id ?? ''
}
