import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { type Comparison, type FieldDeclaration, fieldValue } from '../../base/fields/declaration.ts'
import { KINDS } from '../../company/fields/kinds.ts'

/** Kinds of records a condition can look at. */
export const FILTER_OBJECTS = ['deal', 'person', 'organization', 'product', 'activity', 'lead', 'project'] as const
export type FilterObject = (typeof FILTER_OBJECTS)[number]

/** Where the value of a field everyone has is found, in the record under an alias. */
export interface Column {
  value(alias: string): Fragment
  /** Where the type of the field does not say it. */
  kind?: Comparison | undefined
  /** The currency of an amount of money. */
  currency?(alias: string): Fragment
}

export function columnOf(object: FilterObject, key: string): Column | undefined {
  const { fields } = KINDS[object]
  return Object.hasOwn(fields, key) ? columnFrom(key, (fields as Record<string, FieldDeclaration>)[key]) : undefined
}

function columnFrom(key: string, declared: FieldDeclaration | undefined): Column | undefined {
  if (!declared) return undefined
  const { comparedAs, currency } = declared
  // Words are compared as text, whatever type their column has.
  const value = (alias: string) =>
    comparedAs === 'word' ? sql`${fieldValue(key, declared, alias)}::text` : fieldValue(key, declared, alias)
  return {
    value,
    kind: comparedAs,
    ...(currency && { currency: (alias: string) => sql`${sql(alias)}.${sql(currency)}` }),
  }
}
