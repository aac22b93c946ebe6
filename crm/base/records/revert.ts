import { failure } from '@portico/kit/api/failure'
import type { Fragment } from '@portico/kit/database/sql'
import type { Actor } from '../access/actor.ts'
import type { Demand } from '../access/mayDo.ts'
import type { Crm } from '../api/context.ts'
import type { ChangeOptions, RecordTable, Values } from '../changes/write.ts'
import type { FieldEntity } from '../fields/catalog.ts'
import type { CustomPatch } from '../fields/values.ts'

/**
 * How changes of a kind of record are undone: by its own update and removal, so that every rule holds that holds for
 * other writes. The resource declares it, `across/changes` asks for it.
 */
export interface Revert {
  table: RecordTable
  /** What its ids are. */
  ids?: 'numbers' | 'uuids'
  /** Whose custom fields it has. */
  customFieldsOf?: FieldEntity
  /** Its fields by their names for callers, with their columns; those with `write` are put back as input of an update. */
  fields: Readonly<Record<string, { column?: string; write?: unknown }>>
  /** How the log calls what lives in other tables and is put back with it. */
  beside?: readonly string[]
  /** Columns that say who changed it last: whoever undoes a change does. */
  signature?: readonly string[]
  /** Who may see one, under the alias `r`. */
  maySee(actor: Actor): Fragment
  /** What opens it to a token that is limited to scopes: any of these. */
  scopes: { read: readonly string[]; write: readonly string[] }
  /** What its operations demand of a caller who changes or deletes one. */
  rights: { change: readonly Demand[]; remove: readonly Demand[] }
  /** Columns that follow from elsewhere and cannot be put back, with the reason. */
  fixed: Readonly<Record<string, string>>
  /** Puts fields back to what they were, and brings back what was deleted. */
  update(crm: Crm, id: RecordId, was: Was, undoing: Undoing): Promise<void>
  remove(crm: Crm, id: RecordId, options: { facts: object }): Promise<void>
}

/** A number, or a text where `ids` says so: each kind gets its own. */
export type RecordId = number | string

/** Fields that an update takes by these names, for a kind whose fields are not declared in a table of their own. */
export function written<Name extends string>(...names: readonly Name[]): Record<Name, { write: true }> {
  return Object.fromEntries(names.map(name => [name, { write: true }])) as Record<Name, { write: true }>
}

/** The values that fields had before a change, by their names in v2; what lives beside the row by its name in the log. */
export interface Was {
  /** Typed by the resource, which stored them once. */
  values: Values
  custom: CustomPatch
}

/** For an update that undoes another: columns that are stored as they were, whatever the rules make of the input. */
export interface Undoing {
  columns: Values
  facts: object
}

/** What an update stores besides and says in the log when it undoes another. */
export function undone(undoing: Undoing | undefined): { columns: Values; options: { facts?: object } } {
  return { columns: undoing?.columns ?? {}, options: undoing ? { facts: undoing.facts } : {} }
}

/** The same for a record that is kept when it is deleted: refuses to change a deleted one, unless it comes back thereby. */
export function undoneIn(
  name: string,
  { is_deleted }: { is_deleted: boolean },
  undoing: Undoing | undefined,
): { columns: Values; comesBack: boolean; options: ChangeOptions } {
  const { columns, options } = undone(undoing)
  const comesBack = is_deleted && columns.is_deleted === false
  if (is_deleted && !comesBack) throw failure('gone', `The ${name} is deleted`)
  return { columns, comesBack, options: comesBack ? { ...options, action: 'restored' } : options }
}

/** The values as an input of the resource, which stored them out of such an input; times are dates there. */
export function inputWas<Input>({ values }: Was, times: readonly (keyof Input & string)[] = []): Partial<Input> {
  const dates = times
    .filter(name => typeof values[name] === 'string')
    .map(name => [name, new Date(String(values[name]))] as const)
  // The log says nothing of types: these are values that passed through such an input when they were written.
  return { ...values, ...Object.fromEntries(dates) } as Partial<Input>
}

/** Whether the change that is undone was a deletion. */
export function bringsBack(undoing: Undoing): { is_deleted?: false } {
  return undoing.columns.is_deleted === false ? { is_deleted: false } : {}
}

/** The place among its siblings that a record is put back to. */
export function placeBefore({ order_nr }: Values): number | undefined {
  return typeof order_nr === 'number' ? order_nr : undefined
}
