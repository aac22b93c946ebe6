import { checkPassword, checkPasswordRule, hashPassword } from '@portico/kit/access/password'
import { forgetKnownClients } from '@portico/kit/access/throttle/knownClientStore'
import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { digestOf } from '../../base/access/apiToken.ts'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { CrmServices } from '../../base/api/context.ts'
import type { Author } from '../../base/changes/author.ts'
import { markUserActivated } from '../users/firstPassword.ts'
import { enterWith, type SignInOutcome } from './enter.ts'
import {
  type ChangedAccount,
  findPasswordHash,
  findPasswordLink,
  holdAccount,
  replacePassword,
} from './newPasswordStore.ts'
import { renewSession } from './renewSession.ts'
import { type Place, placesOf } from './store.ts'

/** Whether a link still sets a password. Looking changes nothing: mail programs open links by themselves. */
export async function checkPasswordLink(services: CrmServices, call: Call, link: string): Promise<void> {
  const attempt = await services.throttle.attempt(call, 'link')
  if (!(await services.database.read(sql => findPasswordLink(sql, digestOf(link))))) throw linkIsOver()
  await attempt.succeeded()
}

/** Sets the password of the account that a link was mailed to, and signs in there. */
export async function setPasswordWithLink(
  services: CrmServices,
  call: Call,
  given: { link: string; password: string },
): Promise<SignInOutcome> {
  const attempt = await services.throttle.attempt(call, 'link')
  const digest = digestOf(given.link)
  const linked = await services.database.read(sql => findPasswordLink(sql, digest))
  if (!linked) throw linkIsOver()
  checkPasswordRule(given.password)
  const hash = await hashPassword(given.password)
  const outcome = await services.database.write(async sql => {
    await holdAccount(sql, linked.accountId)
    // Looked at again: the link may have been used while this one waited.
    if (!(await findPasswordLink(sql, digest))) throw linkIsOver()
    const account = await changePassword(sql, services, call, linked.accountId, hash)
    for (const place of await placesOf(sql, linked.accountId))
      await markUserActivated(themselves(sql, services, call, place), place.userId)
    return enterWith(sql, services, call, account, 'link')
  })
  await attempt.succeeded()
  return outcome
}

/** Sets another password for somebody who is signed in and knows the present one; gives back a new cookie. */
export async function changeOwnPassword(
  services: CrmServices,
  call: Call,
  actor: Actor,
  given: { password: string; newPassword: string },
): Promise<string> {
  checkPasswordRule(given.newPassword, 'new_password')
  await requirePassword(services, call, actor, given.password)
  const hash = await hashPassword(given.newPassword)
  return services.database.write(async sql => {
    const twoFactors = actor.twoFactors
    await holdAccount(sql, actor.accountId)
    await changePassword(sql, services, call, actor.accountId, hash)
    return renewSession(sql, services, call, { ...actor, twoFactors })
  })
}

/** Whoever changes the keys of an account gives its password again: a browser left open is not enough. */
export async function requirePassword(
  services: CrmServices,
  call: Call,
  actor: Actor,
  password: string,
): Promise<void> {
  if (!password) throw failure('invalid', 'Enter your password', { field: 'password' })
  const { email, hash } = await services.database.read(sql => findPasswordHash(sql, actor.accountId))
  const attempt = await services.throttle.attempt(call, 'password', { address: email, session: actor.credential })
  if (!hash || !(await checkPassword(hash, password)))
    throw failure('invalid', 'This is not your password', { field: 'password' })
  await attempt.succeeded()
}

async function changePassword(
  sql: Sql,
  services: CrmServices,
  call: Call,
  accountId: number,
  hash: string,
): Promise<ChangedAccount> {
  const account = await replacePassword(sql, accountId, hash)
  await forgetKnownClients(sql, 'crm', accountId)
  const address = services.clientNetwork(call)
  for (const { companyId, userId } of await placesOf(sql, accountId))
    await writeAudit(sql, { companyId, userId, action: 'password_changed', subject: userId, address })
  return account
}

/** In the change log: the person set the password on a page of ours. */
function themselves(sql: Sql, services: CrmServices, call: Call, { companyId, userId }: Place): Author {
  return { sql, services, now: call.receivedAt, call, actor: { companyId, userId, source: 'app', credential: '' } }
}

function linkIsOver() {
  return failure('gone', 'This link was used already or is too old: ask for a new one')
}
