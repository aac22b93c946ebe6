import type { Fragment } from '@portico/kit/database/sql'
import type { Actor } from '../access/actor.ts'
import type { Demand } from '../access/mayDo.ts'
import type { Crm } from '../api/context.ts'
import type { RecordTable, Values } from '../changes/write.ts'
import type { FieldEntity } from '../fields/catalog.ts'
import type { FieldTable } from '../fields/declaration.ts'
import type { CustomPatch } from '../fields/values.ts'

/**
 * How changes of a kind of record are undone: by its own update and removal, so that every rule holds that holds for
 * other writes. The resource declares it, `across/changes` asks for it.
 */
export interface Revert {
  table: RecordTable
  /** Whose custom fields it has. */
  customFieldsOf?: FieldEntity
  fields: FieldTable
  /** Who may see one, under the alias `r`. */
  maySee(actor: Actor): Fragment
  /** What opens it to a token that is limited to scopes: any of these to read, the last to write. */
  scopes: readonly [read: string, write: string]
  /** What its operations demand of a caller who changes or deletes one. */
  rights: { change: readonly Demand[]; remove: readonly Demand[] }
  /** Columns that follow from elsewhere and cannot be put back, with the reason. */
  fixed: Readonly<Record<string, string>>
  /** Puts fields back to what they were, and brings back what was deleted. */
  update(crm: Crm, id: number, was: Was, undoing: Undoing): Promise<void>
  remove(crm: Crm, id: number, options: { facts: object }): Promise<void>
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
