import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import type { Field } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { FieldDeclaration } from '../../base/fields/declaration.ts'
import { KINDS } from '../../company/fields/kinds.ts'
import { ROW_KINDS, type RowKind, type RowKindName } from './kinds.ts'

/** A column of a list: a field of its records, or one of a record that they name. */
export interface RowColumn {
  /** The key of the field; of a related record `organization.address`. */
  code: string
  /** Whose field it is. */
  of: RowKindName
  isRelated: boolean
  field: Field
  /** Of fields that every company has. */
  declared: FieldDeclaration | undefined
}

/** Every column that a list of a kind can have, its own first. */
export async function allColumns(crm: Crm, kind: RowKind): Promise<RowColumn[]> {
  const columns: RowColumn[] = []
  for (const of of ROW_KINDS) {
    const isRelated = of !== kind.name
    if (isRelated && !kind.related[of]) continue
    const { byKey } = await fieldsOf(crm, of)
    for (const field of byKey.values()) {
      const column = columnFrom(of, field, isRelated)
      if (column) columns.push(column)
    }
  }
  const own = (column: RowColumn) => (column.isRelated ? 1 : 0)
  return columns.sort((a, b) => own(a) - own(b))
}

/** The columns of these codes. `parameter` is what a refusal calls the list of them. */
export async function columnsNamed(
  crm: Crm,
  kind: RowKind,
  codes: readonly string[],
  parameter: 'columns' | 'sort',
): Promise<RowColumn[]> {
  const found: RowColumn[] = []
  for (const code of new Set(codes)) found.push(await columnNamed(crm, kind, code, parameter))
  return found
}

async function columnNamed(crm: Crm, kind: RowKind, code: string, parameter: string): Promise<RowColumn> {
  const dot = code.indexOf('.')
  const of = dot === -1 ? kind.name : ROW_KINDS.find(name => name === code.slice(0, dot) && kind.related[name])
  if (of) {
    const { byKey, bySlug } = await fieldsOf(crm, of)
    const key = code.slice(dot + 1)
    const field = byKey.get(key) ?? bySlug.get(key)
    const column = field && columnFrom(of, field, dot !== -1)
    if (column) return column
  }
  throw failure('invalid', `${parameter} cannot have ${code}: it is not a field of ${kind.name}`, { field: parameter })
}

function columnFrom(of: RowKindName, field: Field, isRelated: boolean): RowColumn | undefined {
  const table = KINDS[of].fields as Readonly<Record<string, FieldDeclaration>>
  const declared = !field.isCustom && Object.hasOwn(table, field.key) ? table[field.key] : undefined
  if (NOT_SHOWN.has(field.type) || (!field.isCustom && !declared)) return undefined
  return { code: isRelated ? `${of}.${field.key}` : field.key, of, isRelated, field, declared }
}

/** Nothing that fits into a cell. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['picture', 'json', 'activity'])

/** Whether v2 takes a value for it with the record, so that it can be typed into its cell. */
export function isEditable({ isRelated, field, declared }: RowColumn): boolean {
  if (isRelated || NOT_TYPED.has(field.key) || field.type === 'price_list' || field.type === 'varchar_auto')
    return false
  return field.isCustom || (declared?.write !== undefined && declared.writtenIn !== 'v1')
}

/** Decided together with other fields: on the record's own screen. */
const NOT_TYPED: ReadonlySet<string> = new Set([
  'pipeline_id',
  'won_time',
  'lost_time',
  'close_time',
  'is_archived',
  'archive_time',
  'billing_frequency',
  'billing_frequency_cycles',
  'im',
])
