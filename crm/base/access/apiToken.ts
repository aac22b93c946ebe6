import { createHash, randomBytes } from 'node:crypto'
import type { Call } from '@portico/kit/api/api'

/** An API token is 40 hexadecimal digits, shown once; the database keeps its digest. */
export function newApiToken(): string {
  return randomBytes(20).toString('hex')
}

/** Whether a text can be a token at all; what cannot is wrong without asking the database. */
export function isApiToken(text: string): boolean {
  return API_TOKEN.test(text)
}

const API_TOKEN = /^[0-9a-f]{40}$/i

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

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
