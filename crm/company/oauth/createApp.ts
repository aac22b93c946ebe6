import { randomBytes } from 'node:crypto'
import { sealSecret } from '@portico/kit/access/sealedSecret'
import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import { isScope, SCOPES } from '../../base/access/scopes.ts'
import { insertApp } from './appStore.ts'

/** What the secrets of apps are sealed for. */
export const APP_SECRET = 'crm oauth app secret'

export interface NewApp {
  companyId: number
  name: string
  redirectUri: string
  scopes: readonly string[]
  /** Nobody of the company when it was a command. */
  creatorId?: number | undefined
}

/** Registers an OAuth app. The secret is given back this once; what is stored cannot be used without the server's. */
export async function createApp(
  sql: Sql,
  app: NewApp,
  serverSecret: string,
): Promise<{ id: number; clientId: string; clientSecret: string; scopes: string[] }> {
  checkRedirectUri(app.redirectUri)
  checkScopes(app.scopes)
  const scopes = [...new Set(['base', ...app.scopes])]
  const clientId = randomBytes(8).toString('hex')
  const clientSecret = randomBytes(20).toString('hex')
  const id = await insertApp(sql, {
    ...app,
    clientId,
    scopes,
    secretDigest: digestOf(clientSecret),
    secretSealed: sealSecret(clientSecret, APP_SECRET, serverSecret),
  })
  return { id, clientId, clientSecret, scopes }
}

/** Codes travel to this address: in the clear to this machine only. */
export function checkRedirectUri(redirectUri: string) {
  const field = 'redirect_uri'
  if (!/^[!-~]+$/.test(redirectUri) || !URL.canParse(redirectUri))
    throw failure('invalid', 'The redirect URI is not an address', { field })
  const { protocol, hostname, username, password } = new URL(redirectUri)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    throw failure('invalid', 'The redirect URI must begin with https:// (or http:// on this machine)', { field })
  }
  if (redirectUri.includes('#')) throw failure('invalid', 'The redirect URI may not hold a #', { field })
  if (username || password) throw failure('invalid', 'The redirect URI may not hold a user name or password', { field })
}

function checkScopes(scopes: readonly string[]) {
  const unknown = scopes.find(scope => !isScope(scope))
  if (unknown === undefined) return
  const known = Object.keys(SCOPES).join(', ')
  throw failure('invalid', `${unknown} is not a scope; there are ${known}`, { field: 'scopes' })
}
