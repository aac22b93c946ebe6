import { COMPARABLE } from './comparisons.ts'
import type { FieldDeclaration, FieldKind } from './declaration.ts'
import { isSortable as isDeclaredSortable } from './derive.ts'

interface Known {
  key: string
  type: string
  is_custom: boolean
}

/** Types of custom fields whose values are found by search. */
export const SEARCHABLE_TYPES: ReadonlySet<string> = new Set([
  'address',
  'varchar',
  'text',
  'varchar_auto',
  'double',
  'monetary',
  'phone',
])

/** What can be done with a field. */

export function isSearchable(kind: FieldKind, { key, type, is_custom }: Known): boolean {
  return is_custom ? SEARCHABLE_TYPES.has(type) : kind.fields[key]?.search === true
}

export function isFilterable(kind: FieldKind, { key, type, is_custom }: Known): boolean {
  if (!kind.filterable || !COMPARABLE[type]) return false
  return is_custom || kind.fields[key] !== undefined
}

export function isSortable(kind: FieldKind, { key, is_custom }: Known): boolean {
  const declared: FieldDeclaration | undefined = kind.fields[key]
  return is_custom || (declared !== undefined && isDeclaredSortable(declared))
}
