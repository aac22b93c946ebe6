import type { Call } from '@portico/kit/api/api'
import type { CrmServices } from '../../base/api/context.ts'
import type { OAuthApp } from './appStore.ts'
import { endBecauseReplayed } from './endBecauseReplayed.ts'
import { type Form, required } from './form.ts'
import { type CodeOfGrant, findCode, type GivenTokens, useCode } from './grantStore.ts'
import { refusal } from './refusal.ts'
import { answersChallenge } from './secrets.ts'

/**
 * Tokens for a code. A code that comes a second time was seen by somebody else: the tokens it was exchanged for end
 * (RFC 6749, section 4.1.2), also when both came at the same time.
 */
export async function exchangeCode(services: CrmServices, call: Call, app: OAuthApp, form: Form): Promise<GivenTokens> {
  const { database } = services
  const code = required(form, 'code')
  const grant = await database.read(sql => findCode(sql, app, code))
  if (!grant) throw refusal('invalid_grant', 'the code is invalid')
  if (!grant.isUsed) checkExchange(grant, form)
  const given = grant.isUsed ? undefined : await database.write(sql => useCode(sql, grant))
  if (given) return given
  const again = await database.read(sql => findCode(sql, app, code))
  if (again?.isUsed) await database.write(sql => endBecauseReplayed(sql, services, call, app, grant, 'code'))
  throw refusal('invalid_grant', again?.isUsed ? 'the code was used before' : 'the code is invalid')
}

function checkExchange({ isExpired, redirectUri, codeChallenge }: CodeOfGrant, form: Form): void {
  if (isExpired) throw refusal('invalid_grant', 'the code has expired')
  if (required(form, 'redirect_uri') !== redirectUri)
    throw refusal('invalid_grant', 'redirect_uri is not the one that the code was sent to')
  const verifier = form.get('code_verifier')
  if (codeChallenge === null) {
    // Without this, an attacker could take the challenge away from the request that asked for the code (RFC 9700, 4.8.2).
    if (verifier !== undefined)
      throw refusal(
        'invalid_grant',
        'code_verifier is given, but there was no code_challenge when the code was asked for',
      )
    return
  }
  if (verifier === undefined) throw refusal('invalid_request', 'code_verifier is missing')
  if (!answersChallenge(verifier, codeChallenge))
    throw refusal('invalid_grant', 'code_verifier does not fit the code_challenge')
}
