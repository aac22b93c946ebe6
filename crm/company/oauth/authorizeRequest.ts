import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { findApp, type OAuthApp } from './appStore.ts'
import { isChallenge } from './secrets.ts'

/** The page where people are asked. */
export const AUTHORIZE = '/oauth/authorize'

/** What an app asks a person for, by sending the browser to us. */
export interface AuthorizeRequest {
  app: OAuthApp
  state: string | undefined
  codeChallenge: string | undefined
  /** What is wrong with it, where that is a matter of the app: the browser is sent back with it. */
  error: string | undefined
}

/** What the page hands on to its form: the same request again. */
export const REQUEST_FIELDS = [
  'client_id',
  'redirect_uri',
  'state',
  'response_type',
  'code_challenge',
  'code_challenge_method',
] as const

/**
 * Refuses what names no app or another address than the app's, letter for letter: nobody is sent to an address that
 * was not registered.
 */
export async function readAuthorizeRequest(sql: Sql, given: URLSearchParams): Promise<AuthorizeRequest> {
  const repeated = REQUEST_FIELDS.find(name => given.getAll(name).length > 1)
  if (repeated) throw failure('invalid', `The app that sent you here names ${repeated} twice`)
  const clientId = given.get('client_id')
  const app = clientId ? await findApp(sql, clientId) : undefined
  if (!app) throw failure('invalid', 'The app that sent you here is not known: its client_id is wrong or was removed')
  if (given.get('redirect_uri') !== app.redirectUri)
    throw failure('invalid', `${app.name} wants to be answered at an address that is not the one it registered`)
  return {
    app,
    state: given.get('state') ?? undefined,
    codeChallenge: given.get('code_challenge') ?? undefined,
    error: errorOf(given),
  }
}

/** The codes of RFC 6749 (section 4.1.2.1). The kind of response may be left out, PKCE is by SHA-256 or not at all. */
function errorOf(given: URLSearchParams): string | undefined {
  if ((given.get('response_type') ?? 'code') !== 'code') return 'unsupported_response_type'
  const [challenge, method] = [given.get('code_challenge'), given.get('code_challenge_method')]
  if (challenge === null && method === null) return undefined
  return method === 'S256' && challenge !== null && isChallenge(challenge) ? undefined : 'invalid_request'
}

/** The address of the app with an answer to what it asked: a code or an error, never both. */
export function answerAddress(
  { app, state }: Pick<AuthorizeRequest, 'app' | 'state'>,
  answer: { code: string } | { error: string },
): string {
  const fields = new URLSearchParams({ ...answer, ...(state !== undefined && { state }) })
  return `${app.redirectUri}${app.redirectUri.includes('?') ? '&' : '?'}${fields}`
}
