import type { Fragment } from '@portico/kit/database/sql'
import type { TSchema } from 'typebox'
import type { Actor } from '../access/actor.ts'
import type { Crm } from '../api/context.ts'
import type { RecordTable } from '../changes/write.ts'
import type { Recent } from './recent.ts'

/** What the change feed has to know about a kind of record. The resource declares it, `across/feed` asks for it. */
export interface Fed {
  /** What the change log and the feed call it: `activity_type`. */
  item: string
  table: RecordTable
  /** What `maySee` calls the table. */
  alias: string
  /** Of its ids; numbers when left out. */
  idType?: 'uuid'
  /** Any of these opens it to a token that is limited to scopes. */
  scopes: readonly string[]
  /** Who may see a record, by the columns of its row. `EVERYTHING`, the very value, when the caller sees all of them. */
  maySee(actor: Actor): Fragment
  /** Whether the caller sees every record that is open to everyone (`visible_to` 7). */
  seesOpen?(actor: Actor): boolean
  /** How the log calls following such a record, which can open it to the follower: `dealFollower`. */
  following?: string
  /** The record as v2 shows it, or v1 where v2 has no such record. */
  shape: TSchema
  /** Those of these ids that the caller may read, as JSON texts by their ids. */
  show(crm: Crm, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** For kinds that v2 does not read: as recents shows them. */
export function shownAsRecent({ show }: Recent): Fed['show'] {
  return async (crm, ids) => {
    const texts = await show(crm, ids.map(Number))
    return new Map([...texts].map(([id, text]) => [String(id), text]))
  }
}
