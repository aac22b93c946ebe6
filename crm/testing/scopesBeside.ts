import { SCOPES } from '../base/access/scopes.ts'

interface Scoped {
  scopes: readonly string[]
}

/** Every scope that does not open an operation: if one of them did, a credential with all of them would show it. */
export function scopesBesideThoseOf({ scopes }: Scoped): string[] {
  return Object.keys(SCOPES).filter(scope => !scopes.includes(scope))
}

/** The same for many operations, each list once. */
export function scopesBeside(operations: readonly Scoped[]): string[][] {
  const lists = operations.map(scopesBesideThoseOf)
  return [...new Map(lists.map(list => [list.join(), list])).values()]
}
