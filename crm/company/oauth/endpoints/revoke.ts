import Type from 'typebox'
import { oauth } from '../../../base/api/operation.ts'
import { forClient } from '../authenticateClient.ts'
import { required } from '../form.ts'
import { revoke } from '../revoke.ts'

const postRevoke = oauth({
  route: 'POST /revoke',
  summary: 'End an access token, or with a refresh token everything a user granted the app',
  description: `RFC 7009: a form with token, and the credentials of the app as for POST /token. The answer is 200 and
empty also when there is no such token. Tokens are told apart by their form, so token_type_hint may be left out.`,
  signIn: 'none',
  bodyKind: 'raw',
  transaction: 'none',
  reply: Type.Unknown(),
  whole: true,
  async run(_, { services, call }) {
    call.headers.set('cache-control', 'no-store')
    await forClient(services, call, (app, form) => revoke(services, call, app, required(form, 'token')))
    return new Response(null, { status: 200 })
  },
})

export const revokeEndpoint = [postRevoke]
