import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'

/** For what depends on the record: an operation on changes of every kind is opened by the scopes of each of them. */
export function requireScope(crm: Crm, anyOf: readonly string[]): void {
  if (!hasScope(crm, anyOf)) throw failure('forbidden', `Scope and URL mismatch: this needs ${anyOf.join(' or ')}`)
}

export function hasScope({ actor: { scopes } }: Pick<Crm, 'actor'>, anyOf: readonly string[]): boolean {
  return scopes === undefined || anyOf.some(scope => scopes.includes(scope))
}
