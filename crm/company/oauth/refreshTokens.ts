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
 * times at once, to any process: those that came before the answer get the same answer.
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
  if (given) return given
  const grant = before?.isCurrent ? await find() : before
  if (!grant) throw refusal('invalid_grant', 'refresh token is invalid')
  if (grant.isExpired) throw refusal('invalid_grant', 'refresh token has expired')
  if (grant.isCurrent) throw refusal('invalid_grant', 'the user of this token is not active')
  // It was still good when this call looked at it, or was used while the body of the call was on its way.
  if (before?.isCurrent || cameBeforeAnswer(call, grant)) return sameAnswer(services, grant, token)
  await database.write(sql => endBecauseReplayed(sql, services, call, app, grant, 'refresh token'))
  throw refusal('invalid_grant', 'refresh token was used before')
}

function cameBeforeAnswer({ receivedAt }: Call, { refreshedTime }: RefreshState): boolean {
  return refreshedTime !== null && receivedAt < refreshedTime
}

function sameAnswer({ secrets }: CrmServices, { answerSealed, scopes }: RefreshState, token: string): GivenTokens {
  const answer = answerSealed && openAnswer(answerSealed, token, secrets)
  // The tokens of that answer were refreshed in their turn: there is nothing left to give, and nobody has done wrong.
  if (!answer) throw refusal('invalid_grant', 'refresh token was used by another call at the same time')
  return { ...answer, scopes }
}
