import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import { isAddress } from '@portico/kit/mail/address'
import type { Mail } from '@portico/kit/mail/openMail'
import type { CrmServices } from '../../base/api/context.ts'
import { findMailable } from './newPasswordStore.ts'
import { insertPasswordLink, passwordLinkUrl } from './passwordLinkStore.ts'

export const SEND_PASSWORD_LINK = 'crm:send-password-link'

/** How long a link to set a forgotten password works. */
const DAYS = 1

/** Asks for the mail. Whether there is an account is looked up by the job, so that nobody learns it here. */
export async function askForPasswordLink(services: CrmServices, call: Call, given: string): Promise<void> {
  const email = given.trim()
  if (!isAddress(email))
    throw failure('invalid', 'Enter your e-mail address, such as ann@example.org', { field: 'email' })
  const { mayMail } = await services.throttle.attempt(call, 'mail', { address: email })
  if (mayMail) await services.database.write(sql => addJob(sql, SEND_PASSWORD_LINK, { email }))
}

/**
 * The job behind it. The secret of the link is made here and is kept nowhere; a second run makes another one, and the
 * first stays good, so nobody makes a link useless that its owner has in the mail.
 */
export function sendPasswordLinkTask({ database, origin }: Pick<CrmServices, 'database' | 'origin'>, mail: Mail) {
  return async ({ email }: { email: string }, job: { id: string }): Promise<void> => {
    const letter = await database.write(async sql => {
      const account = await findMailable(sql, email)
      if (!account) return undefined
      const secret = await insertPasswordLink(sql, { accountId: account.accountId, companyId: null, days: DAYS })
      return { to: account.email, text: letterText(passwordLinkUrl(origin, secret)) }
    })
    if (!letter) return
    const messageId = `<password-${job.id}@${new URL(origin).hostname}>`
    await mail.send({ ...letter, subject: 'Set a new password', messageId })
  }
}

function letterText(url: string): string {
  return `Somebody, most likely you, has asked for a new password for your account.

Set it here within 24 hours:
${url}

If it was not you, do nothing: your password stays as it is.
`
}
