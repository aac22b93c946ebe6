import type { Fragment, Row, Sql } from '@portico/kit/database/sql'
import type { Crm } from '../api/context.ts'
import type { RecordTable, Values } from '../changes/write.ts'

/** What merging two records of a kind means, beside what its fields say. The resource declares it, `across/merge` does it. */
export interface WhenMerged {
  /** Records that name the merged one, and by which column: they name the survivor afterwards. */
  moves: readonly (readonly [table: RecordTable, column: string])[]
  /** Rows that link the record to a partner, of which there may be one for each partner. */
  links?: readonly Link[]
  /** The type of custom fields that name records of this kind. */
  namedIn?: 'people' | 'org'
  /** Called before anything moves. What it gives back is called when all records and links have moved. */
  begin?(crm: Crm, merged: Row, survivor: Row): Promise<() => Promise<void>>
  /** What the merged record is set to besides being deleted. */
  ended?(merged: Row): Values
  /** Called at the end. */
  finish?(crm: Crm, survivor: Row): Promise<void>
}

export interface Link {
  table: string
  /** The column that names the merged record, and the one that names its partner. */
  column: string
  partner: string
  /** Writes into the change log that a link has moved. */
  moved?(crm: Crm, link: Row, mergedId: number): Promise<void>
}

/** What it means that a record of a kind is removed for good. The resource declares it, `across/purge` does it. */
export interface WhenPurged {
  table: RecordTable
  /** Records that name the purged one, and by which column, which is emptied. Rows that belong to it alone go by themselves. */
  named: readonly (readonly [table: RecordTable, column: string])[]
  /** The type of custom fields that name records of this kind, which are emptied as well. */
  namedIn?: 'people' | 'org'
  /** The columns by which it belongs to other records, under an alias: it goes with the last of them. */
  linkedBy?(alias: string): Fragment
  /** What still needs the record `r`: it stays until that is gone. */
  neededBy?: Fragment
  /** Removes what hangs on the records of these ids and gives back the keys of the files that go with it. */
  files?(sql: Sql, companyId: number, ids: PurgedIds): Promise<{ key: string }[]>
  /** Other places that name the record, for `rewriteRecords`. */
  mentions?(companyId: number, ids: PurgedIds): readonly Mention[]
}

export type PurgedIds = readonly number[] | readonly string[]

export interface Mention {
  table: RecordTable
  /** Which rows; refers to columns of the table without an alias. */
  which: Fragment
  /** What they are set to; refers to the table as `t`. */
  set: Fragment
}
