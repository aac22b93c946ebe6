import { randomUUID } from 'node:crypto'
import type { ParsedMessage } from '@portico/kit/mail/parsedMessage'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import { performAs } from '../../base/api/jobContext.ts'
import { announcedStore } from '../files/announcedStore.ts'
import { holdRecord } from '../files/linkStore.ts'
import { type StoredAttachment, storeAttachment, storeText } from './attachments.ts'
import { cleanInThread } from './cleanInThread.ts'
import type { CleanBody } from './cleanMail.ts'
import { keepMessage, linkThread, type NewMessage } from './keepMessage.ts'
import {
  type Delivery,
  deliveryOf,
  ingestKey,
  type MailLink,
  messageTime,
  readMimeId,
  readParties,
  readSubject,
  referredIds,
  sameMessage,
} from './rules.ts'
import { findDelivered, findWritten, lockMailbox, type StoredMessage } from './store.ts'

/** A message for a mailbox, and the record whose address it was sent to: a deal or a lead, if any. */
export interface ReceivedMail extends MailLink {
  companyId: number
  /** Whose mailbox it is for. */
  userId: number
  source: 'dropbox' | 'imap'
  accountId?: number | undefined
  folder: 'inbox' | 'sent'
  message: ParsedMessage
}

export interface Received extends StoredMessage {
  /** It came before, and nothing was stored. */
  alreadyThere: boolean
}

/**
 * Stores a message from elsewhere: once, however often it comes. When this returns the message is in the database and
 * its attachments in the file store; when it throws, nothing of it is kept and it may be tried again. The temporary
 * files of the attachments stay with the caller. Not to be called in the middle of a write: attachments are streamed
 * before the transaction begins.
 */
export async function receiveMessage(services: CrmServices, mail: ReceivedMail): Promise<Received> {
  const { companyId, message } = mail
  const key = ingestKey(message)
  const delivery = deliveryOf(mail.source, mail)
  const { userId, answered, there } = await services.database.read(async sql => {
    // An answer to what was written here belongs to who wrote it, whoever owns the deal by now.
    const written = mail.source === 'dropbox' ? await findWritten(sql, companyId, referredIds(message)) : undefined
    const userId = written?.userId ?? mail.userId
    const same = await findDelivered(sql, companyId, userId, key)
    return { userId, answered: written?.threadId, there: sameMessage(same, delivery, mail, written?.threadId) }
  })
  if (there && !there.needsLink) return seenBefore(there)
  const body = await cleanInThread(message)
  const store = announcedStore(companyId, services)
  const attachments: StoredAttachment[] = []
  let kept = false
  try {
    for (const attachment of message.attachments) attachments.push(await storeAttachment(store, attachment))
    if (body.whole) attachments.push(await storeText(store, body.whole.filename, body.whole.text))
    const asked = { companyId, userId, requestId: randomUUID() }
    const received = await performAs(services, asked, async crm => {
      // Two deliveries of one message wait for each other here.
      await lockMailbox(crm.sql, companyId, userId)
      const link = await linkOf(crm, mail)
      const before = await findDelivered(crm.sql, companyId, userId, key)
      const same = sameMessage(before, delivery, link, answered)
      if (same?.needsLink) await linkThread(crm, same.threadId, link)
      if (same) return seenBefore(same)
      const stored = await keepMessage(crm, newMessage(crm, mail, { key, delivery, answered, link, body, attachments }))
      return { ...stored, alreadyThere: false }
    })
    kept = !received.alreadyThere
    return received
  } finally {
    // What cannot be removed now is swept later.
    if (!kept) for (const attachment of attachments) await store.remove(attachment.key).catch(() => {})
  }
}

function seenBefore({ messageId, threadId }: StoredMessage): Received {
  return { messageId, threadId, alreadyThere: true }
}

interface Taken {
  key: string
  delivery: Delivery
  answered: number | undefined
  link: CheckedLink
  body: CleanBody
  attachments: readonly StoredAttachment[]
}

function newMessage(crm: Crm, { message, source, folder, accountId }: ReceivedMail, taken: Taken): NewMessage {
  const { parties, defects } = readParties(message)
  const { link, body, attachments } = taken
  return {
    source,
    folder,
    accountId,
    dealId: link.dealId,
    leadId: link.leadId,
    // Whoever copies a message here wants it seen; a mailbox that is read is private until its owner says otherwise.
    shared: source === 'dropbox',
    ingestKey: taken.key,
    delivery: taken.delivery,
    answered: taken.answered,
    mimeId: readMimeId(message.messageId),
    inReplyTo: readMimeId(message.inReplyTo),
    references: message.references.map(readMimeId).filter(id => id !== null),
    referred: referredIds(message),
    subject: readSubject(message.subject),
    snippet: body.snippet,
    html: body.html,
    messageTime: messageTime(message.sentAt, crm.now),
    parties,
    attachments,
    defects: [...message.defects, ...defects, ...link.defects],
  }
}

interface CheckedLink extends MailLink {
  defects: string[]
}

/** A record that is gone by now, or that the user may not see, does not keep the message out. */
async function linkOf(crm: Crm, { dealId, leadId }: MailLink): Promise<CheckedLink> {
  if (dealId !== undefined) {
    if (await holdRecord(crm, 'deal', dealId)) return { dealId, defects: [] }
    return { defects: [`sent to deal ${dealId}, which is not there for the owner of the mailbox`] }
  }
  if (leadId !== undefined) {
    if (await holdRecord(crm, 'lead', leadId)) return { leadId, defects: [] }
    return { defects: [`sent to lead ${leadId}, which is not there for the owner of the mailbox`] }
  }
  return { defects: [] }
}
