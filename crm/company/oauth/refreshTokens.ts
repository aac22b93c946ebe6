import type { Call } from '@portico/kit/api/api'
import { digestOf } from '../../base/access/apiToken.ts'
import type { CrmServices } from '../../base/api/context.ts'
import type { OAuthApp } from './appStore.ts'
import { endBecauseReplayed } from './endBecauseReplayed.ts'
import { type Form, required } from './form.ts'
import { findFamily, type GivenTokens, useRefreshToken } from './grantStore.ts'
import { refusal } from './refusal.ts'
import { familyOf } from './secrets.ts'

/**
 * New tokens for a refresh token, which works once. One that comes again after its answer was seen by somebody else:
 * the grant ends (RFC 9700, section 4.14.2).
 *
 * The official client refreshes once for each call that finds its access token expired, so the same token comes several
 * times at once: those that came before the answer get the same answer.
 */
export async function refreshTokens(
  services: CrmServices,
  call: Call,
  app: OAuthApp,
  form: Form,
): Promise<GivenTokens> {
  const token = required(form, 'refresh_token')
  const key = digestOf(`${app.clientId} ${token}`).toString('base64')
  const earlier = answers.get(key)
  if (earlier && call.receivedAt.getTime() < earlier.answered) return earlier.given
  const answer = { given: useOnce(services, call, app, token), answered: Number.POSITIVE_INFINITY }
  answers.set(key, answer)
  const forget = () => {
    if (answers.get(key) === answer) answers.delete(key)
  }
  try {
    const given = await answer.given
    answer.answered = Date.now()
    setTimeout(forget, REMEMBERED_MS).unref()
    return given
  } catch (error) {
    forget()
    throw error
  }
}

/** Answers of this process, for calls that came before them and were read after them. */
const answers = new Map<string, { given: Promise<GivenTokens>; answered: number }>()
const REMEMBERED_MS = 10_000

async function useOnce(services: CrmServices, call: Call, app: OAuthApp, token: string): Promise<GivenTokens> {
  const { database } = services
  const family = familyOf(token)
  if (family === undefined) throw refusal('invalid_grant', 'refresh token is invalid')
  const given = await database.write(sql => useRefreshToken(sql, app, family, token))
  if (given) return given
  const grant = await database.read(sql => findFamily(sql, app, family, token))
  if (!grant) throw refusal('invalid_grant', 'refresh token is invalid')
  if (grant.isExpired) throw refusal('invalid_grant', 'refresh token has expired')
  if (grant.isCurrent) throw refusal('invalid_grant', 'the user of this token is not active')
  // It came to this process before another one used it: nobody had seen the answer yet.
  if (grant.refreshedTime && call.receivedAt < grant.refreshedTime)
    throw refusal('invalid_grant', 'refresh token was used by another call at the same time')
  await database.write(sql => endBecauseReplayed(sql, services, call, app, grant, 'refresh token'))
  throw refusal('invalid_grant', 'refresh token was used before')
}
