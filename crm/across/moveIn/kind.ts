import type { Database } from '@portico/kit/database/database'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { Author } from '../../base/changes/author.ts'
import type { RecordTable, Values } from '../../base/changes/write.ts'
import type { FieldEntity } from '../../base/fields/catalog.ts'
import type { Given, List, Source } from './source.ts'

/** The id of a record here. */
export type Id = number | string

/** A kind of record that is copied: how it is listed at the source, what it names, and how it is written here. */
export interface MovedKind {
  /** As the table of ids and the report call it. */
  name: string
  lists: readonly List[] | ((around: Around) => Promise<readonly List[]>)
  /** Its id at the source; `id` unless told. */
  idOf?(record: Given): string
  /** Lists that belong to each record and are fetched with it, under their names. */
  parts?: readonly Part[]
  /** The row of a record. Columns without a value are left out. */
  row?: {
    table: RecordTable
    values(record: Given, look: Look, move: Placing): Values | Promise<Values>
    /** A row that is here already with the same value in this column is the same. */
    same?: string
  }
  /** In place of a row: finds what stands for the record here, or makes it; null when the record is not for here. */
  place?(move: Placing, record: Given, look: Look, known: Id | undefined): Promise<Id | null>
  /** What else is written once the record has its id. */
  after?(move: Placing, id: Id, record: Given, look: Look): Promise<void>
  /** What is fetched for a record beside its parts, before anything is written: the bytes of a file. */
  fetch?(fetching: Fetching, record: Given): Promise<void>
  /** What a new company comes with: removed before the first record is written into an empty one. */
  replaces?: readonly RecordTable[]
  /** What a record becomes that is gone at the source: columns to write, or the row is deleted. Stays as it is without. */
  whenGone?: 'deleted' | ((now: Date) => Values)
}

/** A list fetched for each record, or for several together. */
export interface Part {
  name: string
  list(ids: readonly string[]): List
  /** Several records in one call: how many, and where each row says which it belongs to. */
  together?: { most: number; by: string }
  /** Whether a record has any, where it tells. */
  when?(record: Given): boolean
}

/** What lists may depend on: what was copied before. */
export interface Around {
  source: Source
  companyId: number
  sourceIds(kind: string): Promise<readonly string[]>
}

/** What a record is completed with before it is written. */
export interface Fetching {
  source: Source
  companyId: number
  database: Database
  files: FileStore
  /** Whether it was copied already. */
  isKnown(kind: string, sourceId: string): boolean
}

/** Rows of another table that belong to a record, each with an id of its own. */
export interface PartKind {
  name: string
  table: RecordTable
  idOf?(row: Given): string
  values(row: Given, look: Look): Values | Promise<Values>
}

/** What writing one record of a move goes through. */
export interface Placing {
  author: Author
  /** Whether the record was not here before. */
  isNew: boolean
  /** Whether its rows take the ids of the source where those are free. */
  keepId(table: string, sourceId: string): Promise<Id | undefined>
  /** Remembers which row here a record of the source is. */
  remember(kind: string, sourceId: string, id: Id): void
  /** Writes the rows of a part, and removes those that the source has no more. */
  parts(kind: PartKind, parent: string, rows: readonly Given[], look: Look): Promise<void>
  /** The user who stands in for users that did not come. */
  fallbackUser: number
  source: Source
}

/** Finds what the ids of the source are called here. */
export interface Look {
  /** The id here, or null where there is none: what it belongs to is then copied without it, and the report says so. */
  id(kind: string, given: unknown): Id | null
  /** The id here of what was copied before; null where it was not. */
  known(kind: string, given: unknown): Id | null
  /** The same; where ids are kept, the id of what is gone at the source stays what it was: nothing else has it. */
  trace(kind: string, given: unknown): Id | null
  /** The same for what a record cannot be without. */
  must(kind: string, given: unknown): Id
  /** Whoever did not come is replaced by the owner of the company. */
  user(given: unknown): number
  ids(kind: string, given: unknown): Id[]
  /** The values of custom fields in their typed form. */
  custom(entity: FieldEntity, given: unknown): Promise<Record<string, unknown>>
  /** Says in the report what a record came without. */
  without(what: string): void
}
