import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '@portico/kit/api/api'
import type { CrmServices } from '../../base/api/context.ts'
import type { OAuthApp } from './appStore.ts'
import { endBecauseReplayed } from './endBecauseReplayed.ts'
import { type Form, required } from './form.ts'
import { findFamily, type GivenTokens, type RefreshState, useRefreshToken } from './grantStore.ts'
import { refusal } from './refusal.ts'
import { openAnswer } from './sealedAnswer.ts'
import { familyOf } from './secrets.ts'

/**
 * New tokens for a refresh token, which works once. One that comes again after its answer was seen by somebody else:
 * the grant ends (RFC 9700, section 4.14.2).
 *
 * The official client refreshes once for each call that finds its access token expired, so the same token comes several
 * times at once, to any process: those that came before the answer get the same answer. On their way some are later than
 * others, so the answer is held back for a moment (`refreshHeldMs`), in which they count as having come before it.
 */
export async function refreshTokens(
  services: CrmServices,
  call: Call,
  app: OAuthApp,
  form: Form,
): Promise<GivenTokens> {
  const { database } = services
  const token = required(form, 'refresh_token')
  const family = familyOf(token)
  if (family === undefined) throw refusal('invalid_grant', 'refresh token is invalid')
  const find = () => database.read(sql => findFamily(sql, app, family, token))
  const before = await find()
  const given = before?.isCurrent
    ? await database.write(sql => useRefreshToken(sql, app, { family, token, serverSecret: services.secrets[0] ?? '' }))
    : undefined
  if (given) return heldBack(services, given.refreshedTime, given)
  const grant = before?.isCurrent ? await find() : before
  if (!grant) throw refusal('invalid_grant', 'refresh token is invalid')
  if (grant.isExpired) throw refusal('invalid_grant', 'refresh token has expired')
  if (grant.isCurrent) throw refusal('invalid_grant', 'the user of this token is not active')
  // It was still good when this call looked at it, or was used while the body of the call was on its way.
  if (before?.isCurrent || cameBeforeAnswer(services, call, grant))
    return heldBack(services, grant.refreshedTime, sameAnswer(services, grant, token))
  await database.write(sql => endBecauseReplayed(sql, services, call, app, grant, 'refresh token'))
  throw refusal('invalid_grant', 'refresh token was used before')
}

function cameBeforeAnswer(services: CrmServices, { receivedAt }: Call, { refreshedTime }: RefreshState): boolean {
  return refreshedTime !== null && receivedAt.getTime() < answerTime(services, refreshedTime)
}

function answerTime({ refreshHeldMs }: CrmServices, refreshedTime: Date): number {
  return refreshedTime.getTime() + refreshHeldMs
}

/** Nobody has seen the answer before its time, so whoever sends the token again after it has sent it twice. */
async function heldBack<T>(services: CrmServices, refreshedTime: Date | null, answer: T): Promise<T> {
  const left = refreshedTime ? answerTime(services, refreshedTime) - Date.now() : 0
  // Clocks of two machines may differ: no answer takes longer because of that.
  if (left > 0) await sleep(Math.min(left, services.refreshHeldMs))
  return answer
}

function sameAnswer({ secrets }: CrmServices, { answerSealed, scopes }: RefreshState, token: string): GivenTokens {
  const answer = answerSealed && openAnswer(answerSealed, token, secrets)
  // The tokens of that answer were refreshed in their turn: there is nothing left to give, and nobody has done wrong.
  if (!answer) throw refusal('invalid_grant', 'refresh token was used by another call at the same time')
  return { ...answer, scopes }
}
