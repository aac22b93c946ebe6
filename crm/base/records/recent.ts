import type { TSchema } from 'typebox'
import type { Crm } from '../api/context.ts'

/** What `GET /v1/recents` has to know about a kind of record. The resource declares it, `across/recents` asks for it. */
export interface Recent {
  /** What recents calls it: `activityType`. */
  item: string
  /** What the change log calls it: `activity_type`. */
  logged: string
  /** The record as it is shown. */
  shape: TSchema
  /** The records of these ids that the caller may see, deleted ones too, as JSON texts by their ids. */
  show(crm: Crm, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** Texts by the ids of their rows. */
export function textsById<Row extends { id: number }>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
): ReadonlyMap<number, string> {
  return new Map(rows.map(row => [row.id, textOf(row)]))
}

/** All of them at once, for lists that are walked by offset. */
export const ALL_OF_THEM = { start: 0, limit: 500 }
