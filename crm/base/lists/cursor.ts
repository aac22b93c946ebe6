import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { jsonArray } from '@portico/kit/api/json'
import { isDay, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, plainText, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { existingTime } from '../records/time.ts'

/** Query and answer of every list that is walked by cursor. */
export const cursorQuery = cursorQueryOf({ most: 500, usual: 100 })

/** For lists whose callers do not page, as some of v1: a page is as long as it can be, unless they say less. */
export function cursorQueryOf({ most, usual = most }: { most: number; usual?: number }) {
  return {
    limit: optional(Type.Integer({ minimum: 1, maximum: most, default: usual })),
    cursor: optional(Type.String()),
  }
}

/** The order of v2 lists of records. */
export const sortQuery = {
  sort_by: optional(oneOf(['id', 'update_time', 'add_time'], { default: 'id' })),
  sort_direction: optional(oneOf(['asc', 'desc'], { default: 'asc' })),
}

export const nextCursor = { additional_data: Type.Object({ next_cursor: nullable(Type.String()) }) }

/** A list order: a column that never changes its type, with the id to break ties. */
export interface Order {
  column: string
  /** PostgreSQL type of the column. */
  type: 'bigint' | 'timestamptz' | 'integer' | 'text' | 'date'
  direction: 'asc' | 'desc'
}

/** The columns that lists walked by cursor can be sorted by, those of `sortQuery` and what some add to it. */
const SORT_TYPES = {
  id: 'bigint',
  add_time: 'timestamptz',
  update_time: 'timestamptz',
  due_date: 'date',
  name: 'text',
  order_nr: 'integer',
} as const

/** The order that the query of a list asks for. */
export function orderOf({ sort_by = 'id', sort_direction = 'asc' }: SortQuery): Order {
  return { column: sort_by, type: SORT_TYPES[sort_by], direction: sort_direction }
}

export interface SortQuery {
  sort_by?: keyof typeof SORT_TYPES | undefined
  sort_direction?: 'asc' | 'desc' | undefined
}

/** SQL for "the rows after the cursor, in order": each row once, even while others are inserted. */
export function keyset(order: Order, cursor: string | undefined, alias: string): Keyset {
  const id = sql`${sql(alias)}.id`
  const column = sql`${sql(alias)}.${sql(order.column)}`
  const direction = order.direction === 'desc' ? sql`desc` : sql`asc`
  const beyond = order.direction === 'desc' ? sql`<` : sql`>`
  // Walkers send an empty cursor for the first page.
  const place = cursor ? readCursor(cursor, order) : undefined
  if (order.column === 'id')
    return {
      after: place ? sql`${id} ${beyond} ${place.id}::bigint` : sql`true`,
      orderBy: sql`${id} ${direction}`,
      sortKey: sql`null::text`,
      byId: true,
    }
  return {
    after: place
      ? sql`(${column}, ${id}) ${beyond} (${place.key}::text::${plainText(order.type)}, ${place.id}::bigint)`
      : sql`true`,
    orderBy: sql`${column} ${direction}, ${id} ${direction}`,
    sortKey: sql`${column}::text`,
    byId: false,
  }
}

export interface Keyset {
  after: Fragment
  orderBy: Fragment
  sortKey: Fragment
  /** The id alone decides: no other key has to travel beside the record. */
  byId: boolean
}

/** A row of a list: its wire text, and where the list goes on after it. */
export interface ListRow {
  wire: string
  id: number
  sort_key: string | null
}

/** Shows the text of a record as it is. */
export const asIs = (wire: string): string => wire

/** Callers fetch one row more than the limit, so that the end is known without a second query. */
export function cursorPage<T>(rows: readonly ListRow[], limit: number): Answered<T[]> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last ? writeCursor(last) : null
  return answer(jsonArray<T>(page.map(row => row.wire)), { beside: { additional_data: { next_cursor: next } } })
}

export function writeCursor({ id, sort_key }: Omit<ListRow, 'wire'>): string {
  return Buffer.from(JSON.stringify(sort_key === null ? [id] : [id, sort_key])).toString('base64url')
}

function readCursor(cursor: string, order: Order): { id: number; key: string | null } {
  try {
    const [id, key = null] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const fits = order.column === 'id' ? key === null : typeof key === 'string' && KEYS[order.type](key)
    if (Number.isSafeInteger(id) && fits) return { id, key }
  } catch {
    // falls through to the one refusal below
  }
  throw cursorRefused()
}

/** What PostgreSQL wrote into the cursor, so that nothing else reaches a cast. */
export const KEYS: Record<Order['type'], (key: string) => boolean> = {
  bigint: key => /^-?\d{1,18}$/.test(key),
  integer: key => /^-?\d{1,9}$/.test(key),
  text: key => !key.includes('\0'),
  date: isDay,
  timestamptz: key => TIME.test(key) && existingTime(`${key.slice(0, 19).replace(' ', 'T')}Z`) !== undefined,
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

/** For whoever reads cursors: callers do not make their own. */
export function cursorRefused() {
  const text = 'cursor is not one that this list gave out: send next_cursor of its last page, or none to begin'
  return failure('invalid', text, { field: 'cursor' })
}
