import { type OutboxMessage, readOutbox } from '@portico/kit/mail/readOutbox'
import { expect, vi } from 'vitest'
import type { TestCrm } from './startTestCrm.ts'

/** The mails to an address, oldest first, once there are so many: jobs send them after the call has ended. */
export async function mailsTo(crm: TestCrm, address: string, count = 1): Promise<OutboxMessage[]> {
  return vi.waitFor(
    async () => {
      const mails = (await readOutbox(crm.outbox)).filter(mail => mail.to === address)
      expect(mails.length).toBeGreaterThanOrEqual(count)
      return mails
    },
    { timeout: 120_000, interval: 50 },
  )
}

/** Waits until no job is left, so that a mail that is not there will not come. */
export async function untilNoJobs(crm: TestCrm): Promise<void> {
  await vi.waitFor(async () => expect(await crm.sql`select from graphile_worker.jobs`).toHaveLength(0), {
    timeout: 120_000,
    interval: 50,
  })
}
