import type { Fragment } from '@portico/kit/database/sql'
import type { Actor } from '../access/actor.ts'
import type { OwnedEntity } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'
import type { RecordTable } from '../changes/write.ts'
import type { FieldEntity } from '../fields/catalog.ts'

/**
 * What webhooks have to know about a kind of record, to tell of its changes. The resource declares it, `across/webhooks`
 * asks for it.
 */
export interface Watched {
  /** What webhooks call it: `activityType`. */
  object: string
  /** What the change log calls it: `activity_type`. */
  logged: string
  table: RecordTable
  idType?: 'uuid'
  /** What all SQL about it calls the row. */
  alias: string
  customFieldsOf?: FieldEntity
  /** How the log calls what lives in other tables: `prices`. */
  besideIt?: readonly string[]
  /** "May see" for the row as it was after the change, under the alias. */
  maySee(actor: Actor): Fragment
  seenBy: SeenBy
  /** The columns on the wire of a version. `then` is the whole record as the log keeps it, with what lives beside it. */
  v1: ShowThen
  /** Without it the columns of v1. */
  v2?: ShowThen
  /** Names by which v1 writes relations out, which its webhooks do not: they have the ids. */
  plainIds?: readonly string[]
  /** v1 sends lists of one. */
  inLists?: true
}

export type ShowThen = (crm: Crm, then: Fragment) => Promise<ShownThen> | ShownThen

export interface ShownThen {
  columns: Fragment
  joins: Fragment
}

/** Who may see a record, for the list of their ids: the same rule as `maySee`, asked from the record's side. */
export interface SeenBy {
  /** By its own owner and visibility. */
  own?: OwnedEntity
  /** By those of all records that these columns name. */
  links?: readonly (readonly [column: string, entity: OwnedEntity])[]
  /** Beside them by its owner, and by those above the owner. */
  owner?: string
  /** By the group of the pipeline that this column names. */
  pipeline?: string
  /** Users see themselves, and are not listed. */
  nobody?: true
}

export const EVERYBODY: SeenBy = {}
