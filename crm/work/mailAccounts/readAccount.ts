import { randomUUID } from 'node:crypto'
import { openSealedSecret } from '@portico/kit/access/sealedSecret'
import { failure, isFailure } from '@portico/kit/api/failure'
import type { FetchedFolder } from '@portico/kit/mail/imapBatch'
import type { FetchedMessage } from '@portico/kit/mail/imapMessages'
import type { ImapReader } from '@portico/kit/mail/imapReader'
import type { MessageReader } from '@portico/kit/mail/messageReader'
import type { ParsedMessage } from '@portico/kit/mail/parsedMessage'
import type { CrmServices } from '../../base/api/context.ts'
import { receiveMessage } from '../mail/receive.ts'
import {
  type AccountId,
  type ClaimedAccount,
  claimAccount,
  endReading,
  foldersRead,
  noteFailedMessage,
  noteProgress,
  type ReadingEnd,
} from './readingStore.ts'
import { ACCOUNT_SECRET, isFinal, nextAfterFailure, nextReading } from './rules.ts'

/** What mail is read with. */
export interface MailReaders {
  messages: MessageReader
  imap: ImapReader
}

/** Then others have their turn. */
const MOST_BATCHES = 20

const MOST_TRIES = 5

/**
 * Reads what is new in an account, unless another process does. A message is stored before it is noted as read: one
 * that is fetched again, after a process was killed in between, is known by `receiveMessage` and stored once.
 */
export async function readAccount(
  services: CrmServices,
  readers: MailReaders,
  which: AccountId,
): Promise<ReadingEnd['outcome'] | undefined> {
  const { database, log } = services
  const account = await database.write(sql => claimAccount(sql, which, randomUUID()))
  if (!account) return undefined
  const end = await readClaimed(services, readers, account).catch((error: unknown): ReadingEnd => {
    if (error === CLAIM_LOST) return { outcome: 'unfinished', next: new Date() }
    // Said when the server stops, and while the database is away.
    if (isFailure(error) && error.code === 'unavailable') return { outcome: 'unfinished', next: new Date() }
    const isTheirs = isFailure(error) && error.code === 'unprocessable'
    if (!isTheirs) log.error({ ...which, error: String(error) }, 'mail account: reading failed')
    return {
      outcome: 'failed',
      next: nextAfterFailure(new Date(), account.failures + 1),
      problem: isTheirs ? error.message : 'Something went wrong on our side; it is tried again',
    }
  })
  await database.write(sql => endReading(sql, account, end))
  return end.outcome
}

const CLAIM_LOST = new Error('somebody else has the account by now')

async function readClaimed(
  services: CrmServices,
  { messages, imap }: MailReaders,
  account: ClaimedAccount,
): Promise<ReadingEnd> {
  const { host, port, security, username, readFrom } = account
  const password = openSealedSecret(account.secret, ACCOUNT_SECRET, services.secrets)
  if (password === undefined)
    throw failure('unprocessable', 'The password was sealed with another secret of the server: enter it again')
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const known = await services.database.read(sql => foldersRead(sql, account))
    const fetched = await imap.fetch({ host, port, security, username, password, since: readFrom, known })
    try {
      for (const folder of fetched.folders) await keepFolder(services, messages, account, folder)
    } finally {
      await fetched.discard()
    }
    if (fetched.folders.every(({ isAtEnd }) => isAtEnd)) return { outcome: 'read', next: nextReading(new Date()) }
  }
  return { outcome: 'unfinished', next: new Date() }
}

async function keepFolder(
  services: CrmServices,
  messages: MessageReader,
  account: ClaimedAccount,
  { path, folder, uidValidity, readUpTo, messages: fetched }: FetchedFolder,
): Promise<void> {
  const note = async (uid: number, skipped: number) => {
    const isOurs = await services.database.write(sql =>
      noteProgress(sql, account, { path, folder, uidValidity, uid, skipped }),
    )
    if (!isOurs) throw CLAIM_LOST
  }
  for (const one of fetched) {
    const isKept = await keepFetched(services, messages, account, folder, one).catch(async error => {
      if (isFailure(error) && error.code === 'unavailable') throw error
      const at = { path, folder, uidValidity, uid: one.uid }
      const times = await services.database.write(sql => noteFailedMessage(sql, account, at))
      // A message that is refused each time must not keep out all that came after it.
      if (!isFinal(error) && times < MOST_TRIES) throw error
      const { companyId, id } = account
      services.log.error({ companyId, id, path, uid: one.uid, error: String(error) }, 'mail account: message left out')
      return false
    })
    await note(one.uid, isKept ? 0 : 1)
  }
  await note(readUpTo, 0)
}

async function keepFetched(
  services: CrmServices,
  messages: MessageReader,
  { companyId, userId, id }: ClaimedAccount,
  folder: 'inbox' | 'sent',
  fetched: FetchedMessage,
): Promise<true> {
  const { path, size, digest, tooLarge } = fetched
  // Its files go with the batch.
  const read = await messages.read({ path, size, digest, discard: async () => {} })
  const message = tooLarge === undefined ? read : headerAlone(read, tooLarge)
  await receiveMessage(services, { companyId, userId, source: 'imap', accountId: id, folder, message })
  return true
}

function headerAlone(message: ParsedMessage, bytes: number): ParsedMessage {
  const defect = `The message has ${bytes} bytes, more than is accepted: only its header is here, the rest is on the mail server.`
  return { ...message, text: null, html: null, attachments: [], defects: [...message.defects, defect] }
}
