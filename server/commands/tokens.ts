import { writeAudit } from '@portico/crm/base/access/auditStore'
import { isScope, SCOPES } from '@portico/crm/base/access/scopes'
import { listTokensOnServer, type TokenOnServer } from '@portico/crm/company/tokens/serverStore'
import { insertToken, revokeToken } from '@portico/crm/company/tokens/store'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { checkEmail, checkName } from './checkOption.ts'
import { minuteOf, tableOf } from './table.ts'
import { userOf } from './userOf.ts'
import { withDatabase } from './withDatabase.ts'

export interface TokenOptions {
  user: string
  name: string
  company?: string
  /** Separated by commas. */
  scopes?: string
  readOnly?: boolean
  /** In so many days. */
  days?: number
}

/** Prints the token alone, so that a script can take it. */
export async function createTokenCommand(config: Config, options: TokenOptions): Promise<void> {
  checkEmail('--user', options.user)
  checkName('--name', options.name)
  const scopes = options.scopes === undefined ? null : scopesOf(options.scopes)
  const expires = options.days === undefined ? null : new Date(Date.now() + options.days * DAY_MS)
  const { name, readOnly = false } = options
  const token = await withDatabase(config, client =>
    client.begin(async sql => {
      const { companyId, userId } = await userOf(sql, {
        email: options.user,
        company: options.company,
        states: 'active',
      })
      const made = await insertToken(sql, { companyId, userId, name, scopes, readOnly, expires })
      const detail = { name, scopes, read_only: readOnly, expires }
      await writeAudit(sql, { companyId, action: 'token_created', subject: made.id, credential: 'command', detail })
      return made.token
    }),
  )
  console.log(token)
}

const DAY_MS = 86_400_000

function scopesOf(list: string): string[] {
  const scopes = list.split(',').map(scope => scope.trim())
  const unknown = scopes.find(scope => !isScope(scope))
  if (unknown === undefined) return scopes
  throw problem(`--scopes: ${unknown} is not a scope; there are ${Object.keys(SCOPES).join(', ')}`)
}

/** Never the tokens themselves: the database has only their digests. */
export async function listTokensCommand(config: Config, { user }: { user?: string }): Promise<void> {
  if (user !== undefined) checkEmail('--user', user)
  const tokens = await withDatabase(config, sql => listTokensOnServer(sql, user))
  const rows = tokens.map(token => [
    String(token.id),
    token.digest,
    token.user,
    token.company,
    token.name,
    opensOf(token),
    minuteOf(token.created),
    token.lastUsed ? minuteOf(token.lastUsed) : '',
    token.expires ? minuteOf(token.expires) : '',
    token.revoked ? minuteOf(token.revoked) : '',
  ])
  const head = ['ID', 'SHA-256', 'USER', 'COMPANY', 'NAME', 'OPENS', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED']
  console.log(tableOf(head, rows))
}

function opensOf({ scopes, readOnly }: TokenOnServer): string {
  return `${scopes?.join(' ') ?? 'all'}${readOnly ? ', reading' : ''}`
}

/** Running servers hear of it from the database. */
export async function revokeTokenCommand(config: Config, options: { id?: number; user?: string }): Promise<void> {
  const { id, user } = options
  if ((id === undefined) === (user === undefined)) {
    throw problem('Say which token: --id NUMBER (see portico token list), or --user EMAIL for all of a person')
  }
  if (user !== undefined) checkEmail('--user', user)
  const revoked = await withDatabase(config, async client => {
    const tokens = (await listTokensOnServer(client, user)).filter(token => id === undefined || token.id === id)
    return client.begin(async sql => {
      const ended: number[] = []
      for (const { companyId, id } of tokens) {
        if (!(await revokeToken(sql, companyId, id))) continue
        await writeAudit(sql, { companyId, action: 'token_revoked', subject: id, credential: 'command' })
        ended.push(id)
      }
      return ended
    })
  })
  if (revoked.length > 0) return console.log(`revoked ${revoked.join(', ')}`)
  throw problem(id !== undefined ? `--id: no valid token has the id ${id}` : `--user: ${user} has no valid token`)
}
