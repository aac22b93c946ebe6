import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import { isScope, SCOPES } from '../../base/access/scopes.ts'
import type { Crm } from '../../base/api/context.ts'
import { insertToken, revokePersonalToken, revokeToken } from './store.ts'

export interface TokenInput {
  name: string
  scopes?: readonly string[] | null | undefined
  read_only?: boolean | undefined
  expires_time?: string | null | undefined
}

export interface MadeToken {
  id: number
  /** Shown this once. */
  token: string
}

/** A further token of the caller. */
export async function createToken(crm: Crm, input: TokenInput): Promise<MadeToken> {
  const { sql, actor, now } = crm
  const scopes = input.scopes ? checkScopes(input.scopes) : null
  const expires = input.expires_time ? checkExpiry(input.expires_time, now) : null
  const { companyId, userId } = actor
  const readOnly = input.read_only ?? false
  const { id, token } = await insertToken(sql, { companyId, userId, name: input.name, scopes, readOnly, expires })
  await auditCall(crm, 'token_created', id, { name: input.name, scopes, read_only: readOnly, expires })
  return { id, token }
}

/** The one token of a user that the contract knows: a new one ends the former. */
export async function regeneratePersonalToken(crm: Crm): Promise<MadeToken> {
  const { sql, actor } = crm
  const { companyId, userId } = actor
  await revokePersonalToken(sql, companyId, userId)
  const { id, token } = await insertToken(sql, { companyId, userId, name: 'personal', isPersonal: true })
  await auditCall(crm, 'token_created', id, { name: 'personal' })
  return { id, token }
}

/** Ends a token of the caller; admins of the account end those of others too. */
export async function endToken(crm: Crm, id: number): Promise<void> {
  const { sql, actor } = crm
  const revoked = await revokeToken(sql, actor.companyId, id, actor.isAccountAdmin ? undefined : actor.userId)
  if (!revoked) throw failure('missing', 'There is no such token')
  await auditCall(crm, 'token_revoked', id, { user_id: revoked.userId })
}

function checkScopes(scopes: readonly string[]): string[] {
  const unknown = scopes.find(scope => !isScope(scope))
  if (unknown === undefined) return [...new Set(scopes)]
  throw failure('invalid', `scopes: ${unknown} is not a scope; there are ${Object.keys(SCOPES).join(', ')}`, {
    field: 'scopes',
  })
}

function checkExpiry(text: string, now: Date): Date {
  const expires = new Date(text)
  if (!(expires.getTime() > now.getTime()))
    throw failure('invalid', 'expires_time has to be a time to come, such as 2030-01-31T12:00:00Z', {
      field: 'expires_time',
    })
  return expires
}
