import { openSealedSecret, sealSecret } from '@portico/kit/access/sealedSecret'
import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { endOtherSessions } from '../sessions/store.ts'
import { newRecoveryCodes, recoveryDigest } from './recoveryCodes.ts'
import { renewSession } from './renewSession.ts'
import { findSecondFactor, replaceRecoveryCodes, storePendingSecret, turnOff, turnOn } from './secondFactorStore.ts'
import { requirePassword } from './setPassword.ts'
import { placesOf } from './store.ts'
import { matchingStep, newTotpSecret, totpAddress } from './totp.ts'

/** What the secrets of authenticator apps are sealed for. */
export const SECOND_FACTOR = 'crm second factor'

/** What the page shows: on, off, or the secret that waits for its first code. */
export interface SecondFactorState {
  isOn: boolean
  recoveryCodes: number
  pending: { secret: string; address: string } | undefined
}

export async function secondFactorOf(services: CrmServices, accountId: number): Promise<SecondFactorState> {
  const { isOn, sealed, email, recoveryCodes } = await services.database.read(sql => findSecondFactor(sql, accountId))
  const secret = !isOn && sealed ? openSecret(services, sealed) : undefined
  const pending = secret ? { secret, address: totpAddress(secret, email, new URL(services.origin).host) } : undefined
  return { isOn, recoveryCodes, pending }
}

/** Begins to set it up. Until the first code was right, signing in is as before. */
export async function beginSecondFactor(services: CrmServices, call: Call, actor: Actor, password: string) {
  await requirePassword(services, call, actor, password)
  const sealed = sealSecret(newTotpSecret(), SECOND_FACTOR, services.secrets[0] ?? '')
  const begun = await services.database.write(sql => storePendingSecret(sql, actor.accountId, sealed))
  if (!begun) throw failure('conflict', 'The second factor is on already')
}

export interface TurnedOn {
  cookie: string
  /** Shown this once. */
  recoveryCodes: string[]
}

/** The first right code turns it on, ends the person's other sessions and makes recovery codes. */
export async function confirmSecondFactor(
  services: CrmServices,
  call: Call,
  actor: Actor,
  code: string,
): Promise<TurnedOn> {
  const { sealed, email } = await services.database.read(sql => findSecondFactor(sql, actor.accountId))
  const attempt = await services.throttle.attempt(call, 'code', { address: email, session: actor.credential })
  const secret = sealed && openSecret(services, sealed)
  const step = secret ? matchingStep(secret, digitsOf(code), call.receivedAt, 0) : undefined
  if (!sealed || step === undefined) throw wrongCode()
  const recoveryCodes = newRecoveryCodes()
  const cookie = await services.database.write(async sql => {
    if (!(await turnOn(sql, actor.accountId, sealed, step))) throw wrongCode()
    await replaceRecoveryCodes(sql, actor.accountId, recoveryCodes.map(recoveryDigest))
    await tellChange(sql, services, call, actor, 'on')
    return afterChange(sql, services, call, actor, true)
  })
  await attempt.succeeded()
  return { cookie, recoveryCodes }
}

export async function endSecondFactor(
  services: CrmServices,
  call: Call,
  actor: Actor,
  password: string,
): Promise<string> {
  await requirePassword(services, call, actor, password)
  return services.database.write(async sql => {
    await turnOff(sql, actor.accountId)
    await tellChange(sql, services, call, actor, 'off')
    return afterChange(sql, services, call, actor, false)
  })
}

/** New ones in the place of all that are left. */
export async function renewRecoveryCodes(
  services: CrmServices,
  call: Call,
  actor: Actor,
  password: string,
): Promise<string[]> {
  await requirePassword(services, call, actor, password)
  const codes = newRecoveryCodes()
  await services.database.write(async sql => {
    await replaceRecoveryCodes(sql, actor.accountId, codes.map(recoveryDigest))
    await tellChange(sql, services, call, actor, 'new recovery codes')
  })
  return codes
}

/** What a session may do depends on it: everywhere else it has to be begun anew. */
async function afterChange(sql: Sql, services: CrmServices, call: Call, actor: Actor, twoFactors: boolean) {
  await endOtherSessions(sql, actor.accountId, Number(actor.credential.replace('session:', '')))
  return renewSession(sql, services, call, { ...actor, twoFactors })
}

async function tellChange(sql: Sql, services: CrmServices, call: Call, actor: Actor, change: string) {
  const address = services.clientNetwork(call)
  const { credential } = actor
  for (const { companyId, userId } of await placesOf(sql, actor.accountId))
    await writeAudit(sql, {
      companyId,
      userId,
      credential,
      action: 'second_factor_changed',
      subject: userId,
      address,
      detail: { change },
    })
}

export function openSecret({ secrets }: Pick<CrmServices, 'secrets'>, sealed: Uint8Array): string | undefined {
  return openSealedSecret(sealed, SECOND_FACTOR, secrets)
}

/** Apps show a code in two groups. */
export function digitsOf(code: string): string {
  return code.replace(/\s/g, '')
}

function wrongCode() {
  return failure('invalid', 'This is not the code of now: look at the app again', { field: 'code' })
}
