import type { Call } from '@portico/kit/api/api'
import { addJob } from '@portico/kit/jobs/jobs'
import { isAddress } from '@portico/kit/mail/address'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { placesOf } from './store.ts'

export const SIGN_IN_FAILED = 'crm:sign-in-failed'

interface FailedSignIn {
  accountId: number | null
  email: string
  address: string
}

/** Left to a job, so that a known address takes no more work here than an unknown one. */
export async function tellFailedSignIn(
  services: CrmServices,
  call: Call,
  email: string,
  accountId: number | undefined,
) {
  // People type their password into the wrong field: only what can be an address is kept.
  const failed: FailedSignIn = {
    accountId: accountId ?? null,
    email: isAddress(email) ? email : '',
    address: services.clientNetwork(call),
  }
  await services.database.statement(sql => addJob(sql, SIGN_IN_FAILED, failed, { maxAttempts: 3 }))
}

/** Every company of the account has it in its audit log; an address without an account is named in the server's log. */
export function signInFailedTask({ database, log }: Pick<CrmServices, 'database' | 'log'>) {
  return async ({ accountId, email, address }: FailedSignIn): Promise<void> => {
    if (accountId === null) {
      log.warn({ email, address }, 'sign-in failed: there is no such account')
      return
    }
    await database.write(async sql => {
      for (const { companyId, userId } of await placesOf(sql, accountId))
        await writeAudit(sql, { companyId, action: 'sign_in_failed', subject: userId, address })
    })
  }
}
