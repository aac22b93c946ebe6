import { nullable, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import Type, { type TSchema } from 'typebox'
import type { FieldEntity } from './catalog.ts'

/** All fields of a kind of record, in the order in which they are shown; each resource has one in its `fields.ts`. */
export type FieldTable = Readonly<Record<string, FieldDeclaration>>

/**
 * A field that every company has. Its key in the table is its name in v2 and, unless `column` says otherwise, the name
 * of its column.
 */
export interface FieldDeclaration {
  /** As people read it. */
  name: string
  type: FieldType
  /** Its name in v1, where that differs. */
  v1?: string
  column?: string
  /** For a value that is not in a column: how it is computed from the record under an alias. */
  computed?(alias: string): Fragment
  /** How filters compare the value, where the type does not say it. */
  comparedAs?: Comparison
  /** The column with the currency of an amount of money. */
  currency?: string
  /** Options that are the same in every company. */
  options?: readonly { id: number | string; label: string }[]
  /** Options a company starts with and then changes as it likes: label and colour. */
  firstOptions?: readonly (readonly [label: string, color: string | null])[]
  /** Options that are the rows of another resource. */
  optionsFrom?: 'activity_type' | 'lead_label'
  /** Not part of every reply: v2 shows it to those who ask with `include_fields`. */
  optional?: true
  mandatory?: true
  /** Callers write it. `stored`: the column takes the value of the input. `own`: the resource has code of its own for it. */
  write?: 'stored' | 'own'
  /** The only version in which callers write it. */
  writtenIn?: 'v1' | 'v2'
  /** Search finds the record by it. */
  search?: true
  /** What the survivor of a merge does with it. `fill`: takes the value when its own is empty. `join`: adds the entries. */
  merge?: 'fill' | 'join'
  /** Read, stored and shown in the same way by both versions; everything about it is derived from the table. */
  plain?: Plain
}

export interface Plain<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  input: Input
  output: Output
  /** The column on the wire, where it is not shown as it is stored. */
  wire?(column: Fragment): Fragment
  /** An empty text is stored as null. */
  emptyIsNull?: true
}

export type FieldType =
  | 'activity'
  | 'address'
  | 'billing_frequency'
  | 'boolean'
  | 'date'
  | 'deal'
  | 'deals'
  | 'double'
  | 'enum'
  | 'int'
  | 'json'
  | 'lead'
  | 'monetary'
  | 'org'
  | 'people'
  | 'phone'
  | 'picture'
  | 'pipeline'
  | 'price_list'
  | 'project'
  | 'projects_board'
  | 'projects_phase'
  | 'set'
  | 'stage'
  | 'status'
  | 'text'
  | 'time'
  | 'user'
  | 'varchar'
  | 'varchar_options'
  | 'visible_to'

/** How a value is compared with that of a filter. */
export type Comparison =
  | 'text'
  | 'contacts'
  | 'address'
  | 'number'
  | 'moment'
  | 'clock'
  | 'days'
  | 'hours'
  | 'id'
  | 'ids'
  | 'word'
  | 'set'
  | 'boolean'
  | 'presence'

/** A kind of record as its fields are concerned. */
export interface FieldKind {
  entity: FieldEntity
  fields: FieldTable
  /** Stored filters ask for its fields. */
  filterable?: true
}

type Rest = Omit<FieldDeclaration, 'name' | 'type'>

/** A field whose input and replies are written out by its resource. */
export function field(name: string, type: FieldType, rest: Rest = {}): FieldDeclaration {
  return { name, type, ...rest }
}

/** A field that nobody writes: counted or computed from other records when a reader asks for it. */
export function computed(name: string, type: FieldType, value: (alias: string) => Fragment): FieldDeclaration {
  return { name, type, optional: true, computed: value }
}

/** A plain field that may be empty, given the schema of its values, and of those it shows where that is another. */
export function plain<Value extends TSchema, Shown extends TSchema = Value>(
  name: string,
  type: FieldType,
  value: Value,
  rest: Rest & { shown?: Shown } = {},
) {
  const { shown, ...others } = rest
  const output = nullable((shown ?? value) as Shown)
  return plainField(name, type, { input: optional(nullable(value)), output }, others)
}

/** A line of text. */
export function text(name: string, rest: Rest = {}) {
  const input = optional(nullable(Type.String({ maxLength: 255 })))
  return plainField(name, 'varchar', { input, output: nullable(Type.String()) }, rest)
}

/** Text of several lines. */
export function longText(name: string, rest: Rest = {}) {
  const input = optional(nullable(Type.String({ maxLength: 65_535 })))
  return plainField(name, 'text', { input, output: nullable(Type.String()) }, rest)
}

export function plainField<Input extends TSchema, Output extends TSchema>(
  name: string,
  type: FieldType,
  values: Plain<Input, Output>,
  rest: Rest = {},
) {
  return { name, type, write: 'stored' as const, merge: 'fill' as const, ...rest, plain: values }
}

/** Where the value of a field is, in the record under an alias. */
export function fieldValue(key: string, { column, computed }: FieldDeclaration, alias: string): Fragment {
  return computed ? computed(alias) : fragment`${fragment(alias)}.${fragment(column ?? key)}`
}
