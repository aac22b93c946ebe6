import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { CrmServices } from '../../base/api/context.ts'
import { stepDigestOf } from './cookies.ts'
import { enterShown, type SignInOutcome } from './enter.ts'
import { tellFailedSignIn } from './failedSignIn.ts'
import { recoveryDigest } from './recoveryCodes.ts'
import { digitsOf, openSecret } from './secondFactor.ts'
import { findSecondFactor, takeRecoveryCode, takeTimeStep } from './secondFactorStore.ts'
import { type CodeStep, countTry, findCodeStep, takeStep } from './stepStore.ts'
import { matchingStep } from './totp.ts'

/** The step that the browser is at: its password was right some minutes ago. */
export async function codeStepOf(services: CrmServices, call: Call): Promise<CodeStep | undefined> {
  const digest = stepDigestOf(call.request, services.origin)
  return digest && services.database.read(sql => findCodeStep(sql, digest))
}

/** The second step: a code of the app, or a recovery code. */
export async function signInWithCode(services: CrmServices, call: Call, given: string): Promise<SignInOutcome> {
  const digest = stepDigestOf(call.request, services.origin)
  const step = digest && (await services.database.read(sql => findCodeStep(sql, digest)))
  if (!step) throw stepIsOver()
  if (!given.trim()) throw failure('invalid', 'Enter the code', { field: 'code' })
  const attempt = await services.throttle.attempt(call, 'code', { address: step.email })
  // Counted by itself and first, so that tries at the same moment are all counted.
  if (!(await services.database.statement(sql => countTry(sql, digest)))) throw stepIsOver()
  const outcome = await services.database.write(async sql => {
    const shown = await takeCode(sql, services, step.accountId, given, call.receivedAt)
    if (!shown) return undefined
    if (!(await takeStep(sql, digest))) throw stepIsOver()
    return enterShown(sql, services, call, { id: step.accountId, passwordTime: step.passwordTime }, shown)
  })
  if (!outcome) {
    await tellFailedSignIn(services, call, step.email, step.accountId)
    throw failure('unauthenticated', 'This code is wrong or was used', { field: 'code' })
  }
  await attempt.succeeded()
  return outcome
}

async function takeCode(sql: Sql, services: CrmServices, accountId: number, given: string, now: Date) {
  const digits = digitsOf(given)
  if (!/^\d{6}$/.test(digits))
    return (await takeRecoveryCode(sql, accountId, recoveryDigest(given))) ? ('recovery code' as const) : undefined
  const { sealed, isOn, lastStep } = await findSecondFactor(sql, accountId)
  const secret = isOn && sealed ? openSecret(services, sealed) : undefined
  const step = secret ? matchingStep(secret, digits, now, lastStep) : undefined
  return step !== undefined && (await takeTimeStep(sql, accountId, step)) ? ('code' as const) : undefined
}

function stepIsOver() {
  return failure('gone', 'The time for the code is over, or there were too many wrong ones: log in again')
}
