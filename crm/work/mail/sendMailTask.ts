import { failure, isFailure } from '@portico/kit/api/failure'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { MessageAttachment } from '@portico/kit/mail/message'
import type { Mail } from '@portico/kit/mail/openMail'
import type { CrmServices } from '../../base/api/context.ts'
import { isSandbox } from '../../company/companies/sandboxStore.ts'
import { withPictures } from './cleanMail.ts'
import { plainText } from './plainText.ts'
import { endSending, findQueued, type QueuedMessage } from './sendStore.ts'

export const SEND_MAIL = 'crm:send-mail'

/** How often a message is tried, over some hours. */
export const SEND_ATTEMPTS = 10

/** The longest References that are sent: a header of some 30 ids. */
const MOST_REFERENCES_CHARACTERS = 1900

interface SendJob {
  companyId: number
  messageId: number
}

/**
 * Hands a written message to the mail server. A run that finds it sent does nothing; one that ends between sending and
 * saying so makes the message leave again under the same id, which mail systems show once. What the server refuses
 * for good, and what it has refused for hours, is said at the message.
 */
export function sendMailTask({ database, files }: Pick<CrmServices, 'database' | 'files'>, mail: Mail) {
  return async ({ companyId, messageId }: SendJob, job: { attempt: number }): Promise<void> => {
    const message = await database.read(sql => findQueued(sql, companyId, messageId))
    if (!message) return
    if (await database.read(sql => isSandbox(sql, companyId))) {
      const reason = 'Not sent: no mail leaves from a sandbox'
      await database.write(sql => endSending(sql, companyId, messageId, { state: 'failed', reason }))
      return
    }
    try {
      await mail.send({ ...letterOf(message), attachments: message.attachments.map(file => attachmentOf(files, file)) })
    } catch (error) {
      const isFinal = isFailure(error) && (error.code === 'unprocessable' || error.code === 'invalid')
      if (!isFinal && job.attempt < SEND_ATTEMPTS) throw error
      const reason = isFailure(error) ? error.message : 'The message could not be sent'
      await database.write(sql => endSending(sql, companyId, messageId, { state: 'failed', reason }))
      return
    }
    await database.write(sql => endSending(sql, companyId, messageId, { state: 'sent', reason: null }))
  }
}

function attachmentOf(files: FileStore, { name, type, key }: QueuedMessage['attachments'][number]): MessageAttachment {
  async function open() {
    const found = await files.get(key)
    if (!found) throw failure('unavailable', `The attachment ${name} cannot be read at the moment`)
    return found.stream
  }
  return { name, type, open }
}

function letterOf({ parties, subject, html, mime_id, in_reply_to, reference_ids, message_time }: QueuedMessage) {
  const inRole = (role: string) =>
    parties.filter(party => party.role === role).map(({ name, address }) => ({ name, address }))
  const references = reference_ids.join(' ')
  const recent = references.slice(-MOST_REFERENCES_CHARACTERS)
  const shown = html ? withPictures(html) : undefined
  return {
    fromName: inRole('from')[0]?.name ?? '',
    to: inRole('to'),
    cc: inRole('cc'),
    bcc: inRole('bcc'),
    replyTo: inRole('reply_to'),
    subject,
    text: html ? plainText(html) : '',
    ...(shown && { html: shown }),
    date: message_time,
    messageId: mime_id,
    headers: {
      ...(in_reply_to && { 'In-Reply-To': in_reply_to }),
      // From the first whole id on.
      ...(recent && {
        References: recent.slice(Math.max(0, recent.length < references.length ? recent.indexOf('<') : 0)),
      }),
    },
  }
}
