import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import { isAddress } from '@portico/kit/mail/address'
import type { Mail } from '@portico/kit/mail/openMail'
import type { CrmServices } from '../../base/api/context.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import { insertSignUp, type SignUp } from './store.ts'

export const SEND_SIGN_UP = 'crm:send-sign-up'

const DAYS = 1

/** Asks for a mail to the address, whoever has it: an account is neither looked up nor made here. */
export async function askForCompany(services: CrmServices, call: Call, given: SignUp): Promise<void> {
  const signUp = { email: given.email.trim(), name: given.name.trim(), company: given.company.trim() }
  checkLine(signUp.company, 'company', 'the name of your company')
  checkLine(signUp.name, 'name', 'your name')
  if (!isAddress(signUp.email))
    throw failure('invalid', 'Enter your e-mail address, such as ann@example.org', { field: 'email' })
  const { mayMail } = await services.throttle.attempt(call, 'mail', { address: signUp.email })
  if (mayMail) await services.database.write(sql => addJob(sql, SEND_SIGN_UP, signUp))
}

function checkLine(text: string, field: string, what: string) {
  if (!text) throw failure('invalid', `Enter ${what}`, { field })
  if (text.length > LIMITS.lineCharacters)
    throw failure('invalid', `At most ${LIMITS.lineCharacters} characters`, { field })
}

/** The job behind it. The secret of the link is made here and is kept nowhere. */
export function sendSignUpTask({ database, origin }: Pick<CrmServices, 'database' | 'origin'>, mail: Mail) {
  return async (signUp: SignUp, job: { id: string }): Promise<void> => {
    const secret = await database.write(sql => insertSignUp(sql, signUp, DAYS))
    await mail.send({
      to: signUp.email,
      subject: 'Confirm your address',
      text: letterText(`${origin}/signup/confirm?link=${secret}`),
      messageId: `<signup-${job.id}@${new URL(origin).hostname}>`,
    })
  }
}

function letterText(url: string): string {
  return `Somebody, most likely you, wants to begin with this address.

Go on here within 24 hours:
${url}

If it was not you, do nothing: nothing is made until you go on.
`
}
