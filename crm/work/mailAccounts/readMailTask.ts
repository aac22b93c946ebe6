import type { Sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import { oneAtATime } from '@portico/kit/jobs/oneAtATime'
import { IMAP_LIMITS } from '@portico/kit/mail/imapLimits'
import type { CrmServices } from '../../base/api/context.ts'
import { type MailReaders, readAccount } from './readAccount.ts'
import { type AccountId, dueAccounts } from './readingStore.ts'

export const READ_MAIL = 'crm:read-mail'

type Count = (outcome: string) => void

/** A job begins every minute: one look that goes on for so long leaves the rest to the next. */
const LONGEST_MS = 10 * 60_000

/** Has due accounts read as soon as this transaction is committed. */
export async function readMailSoon(sql: Sql): Promise<void> {
  await addJob(sql, READ_MAIL, {}, { key: READ_MAIL, maxAttempts: 1 })
}

/**
 * Reads every account whose time has come, a few at once. One job of this process does it: the others of a worker are
 * not kept waiting by mail servers that are slow.
 */
export function readMailTask(services: CrmServices, readers: MailReaders, count: Count = () => {}) {
  return oneAtATime(() => readAll(services, readers, count))
}

async function readAll(services: CrmServices, readers: MailReaders, count: Count): Promise<void> {
  const until = Date.now() + LONGEST_MS
  while (Date.now() < until) {
    const due = await services.database.read(sql => dueAccounts(sql, BATCH))
    if (due.length === 0) return
    await Promise.all(Array.from({ length: IMAP_LIMITS.atOnce }, () => readFrom(due)))
  }

  async function readFrom(line: AccountId[]): Promise<void> {
    for (let next = line.shift(); next; next = line.shift()) {
      const outcome = await readAccount(services, readers, next)
      if (outcome) count(outcome)
    }
  }
}

const BATCH = 50
