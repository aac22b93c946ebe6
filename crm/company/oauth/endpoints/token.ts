import Type from 'typebox'
import { oauth } from '../../../base/api/operation.ts'
import { forClient } from '../authenticateClient.ts'
import { exchangeCode } from '../exchangeCode.ts'
import { required } from '../form.ts'
import { refreshTokens } from '../refreshTokens.ts'
import { refusal } from '../refusal.ts'
import { ACCESS_SECONDS } from '../secrets.ts'

const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  refresh_token: Type.String(),
  scope: Type.String({ description: 'Separated by commas' }),
  expires_in: Type.Integer({ description: 'Seconds' }),
  api_domain: Type.String({ description: 'Where the API is: v1 at /api/v1, v2 at /api/v2' }),
})

const GRANTS = { authorization_code: exchangeCode, refresh_token: refreshTokens }

const postToken = oauth({
  route: 'POST /token',
  summary: 'Exchange a code or a refresh token for tokens',
  description: `A form with the credentials of the app as HTTP basic (or as client_id and client_secret), and
grant_type=authorization_code with code, redirect_uri and, when a code_challenge was given, code_verifier; or
grant_type=refresh_token with refresh_token, which works once and is replaced by the one in the answer.`,
  signIn: 'none',
  bodyKind: 'raw',
  // What a replayed secret ends has to stay ended although the answer is a refusal.
  transaction: 'none',
  reply: TokenAnswer,
  whole: true,
  async run(_, { services, call }) {
    call.headers.set('cache-control', 'no-store').set('pragma', 'no-cache')
    const { accessToken, refreshToken, scopes } = await forClient(services, call, (app, form) => {
      const type = required(form, 'grant_type')
      if (!isGrant(type))
        throw refusal('unsupported_grant_type', `grant_type must be ${Object.keys(GRANTS).join(' or ')}`)
      return GRANTS[type](services, call, app, form)
    })
    return {
      access_token: accessToken,
      token_type: 'Bearer' as const,
      refresh_token: refreshToken,
      scope: scopes.join(','),
      expires_in: ACCESS_SECONDS - 1,
      api_domain: services.origin,
    }
  },
})

function isGrant(type: string): type is keyof typeof GRANTS {
  return Object.hasOwn(GRANTS, type)
}

export const tokenEndpoint = [postToken]
