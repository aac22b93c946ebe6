import { createToken } from '@portico/crm/base/access/createToken'
import { listTokens, revokeTokens } from '@portico/crm/base/access/tokens'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { checkEmail, checkName } from './checkOption.ts'
import { minuteOf, tableOf } from './table.ts'
import { withDatabase } from './withDatabase.ts'

/** Prints the token alone, so that a script can take it. */
export async function createTokenCommand(config: Config, options: { user: string; name: string }): Promise<void> {
  checkEmail('--user', options.user)
  checkName('--name', options.name)
  const token = await withDatabase(config, sql => createToken(sql, options.user, options.name))
  console.log(token)
}

/** Never the tokens themselves: the database has only their digests. */
export async function listTokensCommand(config: Config, { user }: { user?: string }): Promise<void> {
  if (user !== undefined) checkEmail('--user', user)
  const tokens = await withDatabase(config, sql => listTokens(sql, user))
  const rows = tokens.map(token => [
    String(token.id),
    token.digest,
    token.user,
    token.name,
    token.scopes?.join(' ') ?? 'all',
    minuteOf(token.created),
    token.revoked ? minuteOf(token.revoked) : '',
  ])
  console.log(tableOf(['ID', 'SHA-256', 'USER', 'NAME', 'SCOPES', 'CREATED', 'REVOKED'], rows))
}

/** Running servers hear of it from the database. */
export async function revokeTokenCommand(config: Config, options: { id?: number; user?: string }): Promise<void> {
  const { id, user } = options
  const which = id !== undefined ? { id } : user !== undefined ? { email: user } : undefined
  if (!which || (id !== undefined && user !== undefined)) {
    throw problem('Say which token: --id NUMBER (see portico token list), or --user EMAIL for all of a person')
  }
  if (user !== undefined) checkEmail('--user', user)
  const revoked = await withDatabase(config, sql => revokeTokens(sql, which))
  if (revoked.length > 0) return console.log(`revoked ${revoked.join(', ')}`)
  throw problem(id !== undefined ? `--id: no valid token has the id ${id}` : `--user: ${user} has no valid token`)
}
