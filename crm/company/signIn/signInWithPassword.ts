import { checkAgainstNothing, checkPassword } from '@portico/kit/access/password'
import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { CrmServices } from '../../base/api/context.ts'
import { enterWith, type SignInOutcome } from './enter.ts'
import { tellFailedSignIn } from './failedSignIn.ts'
import { signInRefused } from './refusals.ts'
import { findSigningIn, type SigningIn } from './store.ts'

export interface GivenPassword {
  email: string
  password: string
}

export async function signInWithPassword(
  services: CrmServices,
  call: Call,
  given: GivenPassword,
): Promise<SignInOutcome> {
  const account = await checkSignIn(services, call, given)
  return services.database.write(sql => enterWith(sql, services, call, account, 'password'))
}

/**
 * The account with this address and password. Takes the same steps whether there is one or not, so that neither the
 * answer nor its time tells which addresses have accounts.
 */
export async function checkSignIn(services: CrmServices, call: Call, given: GivenPassword): Promise<SigningIn> {
  const email = given.email.trim()
  if (!email) throw failure('invalid', 'Enter your e-mail address', { field: 'email' })
  if (!given.password) throw failure('invalid', 'Enter your password', { field: 'password' })
  const attempt = await services.throttle.attempt(call, 'password', { address: email })
  const account = await services.database.read(sql => findSigningIn(sql, email))
  const isRight = account?.passwordHash
    ? await checkPassword(account.passwordHash, given.password)
    : await checkAgainstNothing(given.password)
  if (!account?.isActive || !isRight) {
    await tellFailedSignIn(services, call, email, account?.id)
    throw signInRefused()
  }
  await attempt.succeeded()
  return account
}
