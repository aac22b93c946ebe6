import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Field } from '../../base/fields/catalog.ts'
import { COMPARABLE } from '../../base/fields/comparisons.ts'
import type { Comparison } from '../../base/fields/declaration.ts'
import { type CustomType, PARTS } from '../../base/fields/types.ts'
import { customHolds } from '../../base/fields/values.ts'
import { columnOf, type FilterObject } from './columns.ts'

/** The left side of a condition: a value somewhere in a record. */
export interface Operand {
  kind: Comparison
  value: Fragment
  /** The end, for values that are ranges. */
  until?: Fragment
  isPresent: Fragment
  /** "Is this value" in the form the index on custom fields answers. */
  contains?(value: unknown): Fragment
}

/** Finds the value of a field in the record under an alias; undefined when filters cannot look at it. */
export function operandOf(object: FilterObject, field: Field, alias: string, part?: string): Operand | undefined {
  const kind = COMPARABLE[field.type]?.kind
  if (!kind) return undefined
  return field.isCustom ? customOperand(field, kind, alias, part) : systemOperand(object, field, kind, alias, part)
}

function systemOperand(object: FilterObject, field: Field, typeKind: Comparison, alias: string, part = 'value') {
  const column = columnOf(object, field.key)
  if (!column) return undefined
  const kind = column.kind ?? typeKind
  const value = column.value(alias)
  return { kind, value: typedColumn(kind, value, part), isPresent: isPresent(kind, value) }
}

function typedColumn(kind: Comparison, value: Fragment, part: string): Fragment {
  if (kind === 'address') return sql`${value} ->> ${part}::text`
  if (kind === 'moment') return sql`${value}::timestamptz`
  if (kind === 'set') return sql`${value}::text[]`
  return value
}

function isPresent(kind: Comparison, value: Fragment): Fragment {
  if (kind === 'contacts') return sql`${value} <> '[]'`
  if (kind === 'set' || kind === 'ids') return sql`${value} <> '{}'`
  if (kind === 'text') return sql`coalesce(${value}, '') <> ''`
  return sql`${value} is not null`
}

/** The path from the key down to the value: objects keep it in one of their parts. */
function customOperand({ key, type }: Field, kind: Comparison, alias: string, part = 'value'): Operand {
  const column = sql`${sql(alias)}.custom`
  const inObject = type in PARTS && PARTS[type as CustomType] !== undefined
  const text = (name: string) =>
    inObject ? sql`(${column} -> ${key}::text ->> ${name}::text)` : sql`(${column} ->> ${key}::text)`
  return {
    kind,
    value: typedText(kind, kind === 'set' ? sql`(${column} -> ${key}::text)` : text(part)),
    ...((kind === 'days' || kind === 'hours') && { until: typedText(kind, text('until')) }),
    isPresent: part === 'value' ? sql`(${column} -> ${key}::text) is not null` : sql`${text(part)} is not null`,
    contains(value) {
      return customHolds(column, { [key]: inObject ? { [part]: value } : value })
    },
  }
}

function typedText(kind: Comparison, text: Fragment): Fragment {
  switch (kind) {
    case 'number':
      return sql`${text}::numeric`
    case 'moment':
    case 'days':
      return sql`${text}::date::timestamptz`
    case 'clock':
    case 'hours':
      return sql`${text}::time`
    case 'id':
      return sql`${text}::bigint`
    case 'set':
      return sql`(select coalesce(array_agg(item), '{}') from jsonb_array_elements_text(${text}) item)`
    default:
      return text
  }
}
