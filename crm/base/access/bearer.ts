import { randomBytes } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import { fragment } from '@portico/kit/database/sql'
import { loadActor } from './actorStore.ts'
import type { CredentialKind } from './credentialKind.ts'

/** An access token of OAuth, 256 random bits; clients know such tokens by their first letters. */
export function newAccessToken(): string {
  return `v1u:${randomBytes(32).toString('base64url')}`
}

export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text)
}

const ACCESS_TOKEN = /^v1u:[A-Za-z0-9_-]{43}$/

/** Apps that people let act for them, for the hour that an access token lasts. */
export const accessTokens: CredentialKind = {
  name: 'bearer',
  textOf: ({ request }) => bearerOf(request.headers.get('authorization')),
  canBe: isAccessToken,
  find: (sql, digest) =>
    loadActor(
      sql,
      fragment`select a.company_id, g.user_id, g.scopes, false as read_only, 'oauth:' || g.id as credential, a.expires_time
        from crm.oauth_access a join crm.oauth_grant g on g.company_id = a.company_id and g.id = a.grant_id
        where a.digest = ${digest} and a.expires_time > now()`,
      'api',
    ),
}

/** Asked only where a call shows no API token: beside one, a client may well send `Bearer undefined`. */
function bearerOf(authorization: string | null): string | undefined {
  if (!authorization || /^Basic [A-Za-z0-9+/=]+$/i.test(authorization)) return undefined
  const [, token] = /^Bearer +([\w.~+/:%=-]+)$/i.exec(authorization) ?? []
  if (token) return token
  throw failure('invalid', 'The header Authorization must be Bearer, a space and an access token', {
    field: 'authorization',
  })
}
