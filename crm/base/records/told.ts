import type { Fragment } from '@portico/kit/database/sql'
import type { TSchema } from 'typebox'
import type { Actor } from '../access/actor.ts'
import type { OwnedEntity } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'
import type { RecordTable } from '../changes/write.ts'
import type { FieldEntity } from '../fields/catalog.ts'
import type { Recent } from './recent.ts'

/**
 * How changes of a kind of record are told to others: by the change feed, by webhooks, or by both. The resource declares
 * it once; `across/feed` and `across/webhooks` ask for it.
 */
export interface Told {
  /** What the change log and the feed call it: `activity_type`. */
  logged: string
  table: RecordTable
  /** Of its ids; numbers when left out. */
  idType?: 'uuid' | 'text'
  /** What all SQL about it calls the row. */
  alias: string
  /**
   * Who may see a record, by the columns of its row: as it is, or as it was. `EVERYTHING`, the very value, when the caller
   * sees all of them.
   */
  maySee(actor: Actor): Fragment
  feed?: ToldByFeed
  webhook?: ToldByWebhooks
}

/** What the change feed has to know beside. */
export interface ToldByFeed {
  /** Any of these opens it to a token that is limited to scopes. */
  scopes: readonly string[]
  /** Whether the caller sees every record that is open to everyone (`visible_to` 7). */
  seesOpen?(actor: Actor): boolean
  /** How the log calls following such a record, which can open it to the follower: `dealFollower`. */
  following?: string
  /** The record as v2 shows it, or v1 where v2 has no such record. */
  shape: TSchema
  /** Those of these ids that the caller may read, as JSON texts by their ids. */
  show(crm: Crm, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** What webhooks have to know beside. */
export interface ToldByWebhooks {
  /** What webhooks call it: `activityType`. */
  object: string
  customFieldsOf?: FieldEntity
  /** How the log calls what lives in other tables: `prices`. */
  besideIt?: readonly string[]
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

export type Fed = Told & { feed: ToldByFeed }
export type Watched = Told & { webhook: ToldByWebhooks }

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

/** For kinds that v2 does not read: as recents shows them. */
export function shownAsRecent({ show }: Recent): ToldByFeed['show'] {
  return async (crm, ids) => {
    const texts = await show(crm, ids.map(Number))
    return new Map([...texts].map(([id, text]) => [String(id), text]))
  }
}
