import { createHash, randomBytes } from 'node:crypto'
import type { Call } from '@portico/kit/api/api'
import { fragment } from '@portico/kit/database/sql'
import { loadActor } from './actorStore.ts'
import type { CredentialKind } from './credentialKind.ts'

/** An API token is 40 hexadecimal digits, shown once; the database keeps its digest. */
export function newApiToken(): string {
  return randomBytes(20).toString('hex')
}

export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Tokens that users make for programs, until they are revoked or run out. */
export const apiTokens: CredentialKind = {
  name: 'token',
  textOf: tokenOf,
  // What cannot be a token is wrong without asking the database.
  canBe: text => API_TOKEN.test(text),
  find: (sql, digest) =>
    loadActor(
      sql,
      fragment`select t.company_id, t.user_id, t.scopes, t.read_only, 'token:' || t.id as credential, t.expires_time
        from crm.api_token t
        where t.digest = ${digest} and t.revoked_time is null and (t.expires_time is null or t.expires_time > now())`,
      'api',
    ),
}

const API_TOKEN = /^[0-9a-f]{40}$/i

/**
 * The token of a call: header `x-api-token`, query `api_token` (older clients), or HTTP basic with the token as
 * user name.
 */
export function tokenOf({ request, search }: Pick<Call, 'request' | 'search'>): string | undefined {
  const { headers } = request
  return headers.get('x-api-token') ?? search.get('api_token') ?? basicUser(headers.get('authorization'))
}

function basicUser(authorization: string | null): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? []
  if (!encoded) return undefined
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[0] || undefined
}
