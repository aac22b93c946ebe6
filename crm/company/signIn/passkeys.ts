import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Actor } from '../../base/access/actor.ts'
import { digestOf } from '../../base/access/apiToken.ts'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import { findPersonHere } from './companyStore.ts'
import { enterShown, type SignInOutcome } from './enter.ts'
import { challengeEnd, newChallenge } from './passkeyChallenge.ts'
import {
  countUse,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listCredentialIds,
  takeChallenge,
} from './passkeyStore.ts'
import { renewSession } from './renewSession.ts'
import { requirePassword } from './setPassword.ts'

/** Loaded at first use: most processes never need it. */
const library = () => import('@simplewebauthn/server')

/** What a browser needs to make a passkey for the account of somebody who knows its password. */
export async function offerPasskey(services: CrmServices, call: Call, actor: Actor, password: string) {
  await requirePassword(services, call, actor, password)
  const { accountId, companyId, userId } = actor
  const [person, known] = await services.database.read(async sql => [
    await findPersonHere(sql, companyId, userId),
    await listCredentialIds(sql, accountId),
  ])
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Portico',
    rpID: new URL(services.origin).hostname,
    userName: person.email,
    userDisplayName: person.name,
    userID: Uint8Array.from(Buffer.from(`portico ${accountId}`)),
    challenge: newChallenge(services.secrets[0] ?? '', `new ${accountId}`, call.receivedAt),
    attestationType: 'none',
    // Verified by the device, it stands for both factors; kept on it, nobody has to type an address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ id, transports }) => ({
      id: id.toString('base64url'),
      transports: transports as AuthenticatorTransport[],
    })),
  })
}

/** Adds the passkey that the browser made; gives back a new cookie, since two factors were shown. */
export async function addPasskey(
  crm: Crm,
  given: { name: string; credential: RegistrationResponseJSON },
): Promise<string> {
  const { services, actor, call, sql } = crm
  const { accountId } = actor
  const made = await verified(async () => {
    const { verifyRegistrationResponse } = await library()
    return verifyRegistrationResponse({
      response: given.credential,
      expectedChallenge: challenge => isOpen(services, call, `new ${accountId}`, challenge),
      expectedOrigin: services.origin,
      expectedRPID: new URL(services.origin).hostname,
      requireUserVerification: true,
    })
  })
  const info = made?.verified ? made.registrationInfo : undefined
  if (!info) throw notAccepted()
  await takeOnce(crm, 'new_passkey', given.credential.response.clientDataJSON)
  const id = await insertPasskey(sql, {
    accountId,
    credentialId: Buffer.from(info.credential.id, 'base64url'),
    publicKey: info.credential.publicKey,
    counter: info.credential.counter,
    transports: given.credential.response.transports ?? [],
    name: given.name.trim().slice(0, 100) || 'Passkey',
  })
  if (id === undefined) throw failure('conflict', 'This passkey is known already')
  await auditCall(crm, 'passkey_changed', id, { change: 'added' })
  return renewSession(sql, services, call, { ...actor, twoFactors: true })
}

export async function removePasskey(crm: Crm, id: number): Promise<void> {
  if (!(await deletePasskey(crm.sql, crm.actor.accountId, id))) throw failure('missing', 'There is no such passkey')
  await auditCall(crm, 'passkey_changed', id, { change: 'removed' })
}

/** What a browser needs to ask for any passkey it has for this server. */
export async function askForPasskey(services: CrmServices, call: Call) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: new URL(services.origin).hostname,
    challenge: newChallenge(services.secrets[0] ?? '', 'in', call.receivedAt),
    userVerification: 'required',
  })
}

/** Signs in whoever holds the passkey. */
export async function signInWithPasskey(
  services: CrmServices,
  call: Call,
  credential: AuthenticationResponseJSON,
): Promise<SignInOutcome> {
  const attempt = await services.throttle.attempt(call, 'link')
  const credentialId = Buffer.from(credential.id, 'base64url')
  const passkey = await services.database.read(sql => findPasskey(sql, credentialId))
  if (!passkey) throw notAccepted()
  const shown = await verified(async () => {
    const { verifyAuthenticationResponse } = await library()
    return verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge => isOpen(services, call, 'in', challenge),
      expectedOrigin: services.origin,
      expectedRPID: new URL(services.origin).hostname,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: Number(passkey.counter),
        transports: passkey.transports as AuthenticatorTransport[],
      },
    })
  })
  if (!shown?.verified) throw notAccepted()
  const outcome = await services.database.write(async sql => {
    await takeOnce({ sql, services, call }, 'passkey', credential.response.clientDataJSON)
    if (!(await countUse(sql, passkey.id, shown.authenticationInfo.newCounter))) throw notAccepted()
    const { accountId: id, passwordTime } = passkey
    return enterShown(sql, services, call, { id, passwordTime }, 'passkey')
  })
  await attempt.succeeded()
  return outcome
}

function isOpen({ secrets }: CrmServices, call: Call, purpose: 'in' | `new ${number}`, challenge: string): boolean {
  return challengeEnd(secrets, purpose, challenge, call.receivedAt) !== undefined
}

/** A challenge works once. */
async function takeOnce(
  { sql, call }: Pick<Crm, 'sql' | 'services' | 'call'>,
  kind: 'passkey' | 'new_passkey',
  clientData: string,
): Promise<void> {
  const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge: string }
  // Longer than any challenge lasts.
  const ends = new Date(call.receivedAt.getTime() + 3_600_000)
  if (!(await takeChallenge(sql, digestOf(challenge), kind, ends))) throw notAccepted()
}

/** The library throws on whatever is not as it has to be. */
async function verified<T>(check: () => Promise<T>): Promise<T | undefined> {
  return check().catch(() => undefined)
}

function notAccepted() {
  return failure('unauthenticated', 'This passkey was not accepted: try again, or log in with your password')
}
