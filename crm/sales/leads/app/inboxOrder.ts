import { type Fragment, plainText, fragment as sql } from '@portico/kit/database/sql'
import { cursorRefused, KEYS } from '../../../base/lists/cursor.ts'

/** What the inbox can be sorted by. */
export const INBOX_SORTS = ['newest', 'oldest', 'next_activity', 'value', 'title'] as const
export type InboxSort = (typeof INBOX_SORTS)[number]

interface Order {
  /** Over `crm.lead l`, its `next` activity and its `worth`; never null, so that it can be compared with. */
  key: Fragment
  type: 'timestamptz' | 'date' | 'float8' | 'text'
  direction: 'asc' | 'desc'
  /** What PostgreSQL writes into a cursor, so that nothing else reaches a cast. */
  fits: (key: string) => boolean
}

const added = { key: sql`l.add_time`, type: 'timestamptz', fits: KEYS.timestamptz } as const

/** Leads without an activity come after those with one, and leads without a value after those worth nothing. */
const ORDERS: Readonly<Record<InboxSort, Order>> = {
  newest: { ...added, direction: 'desc' },
  oldest: { ...added, direction: 'asc' },
  next_activity: {
    key: sql`coalesce(next.due_date, '9999-12-31')`,
    type: 'date',
    direction: 'asc',
    fits: KEYS.date,
  },
  value: {
    key: sql`coalesce(worth.converted, -1)`,
    type: 'float8',
    direction: 'desc',
    fits: key => /^-?\d{1,25}(\.\d{1,25})?(e[+-]\d\d)?$/.test(key),
  },
  title: { key: sql`lower(l.title)`, type: 'text', direction: 'asc', fits: KEYS.text },
}

export interface InboxPlace {
  after: Fragment
  orderBy: Fragment
  sortKey: Fragment
}

/** SQL for "the leads after the cursor, in order". The id breaks ties. */
export function placeIn(sort: InboxSort, cursor: string | undefined): InboxPlace {
  const { key, type, direction } = ORDERS[sort]
  const [way, beyond] = direction === 'desc' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const place = cursor ? readCursor(cursor, sort) : undefined
  return {
    after: place
      ? sql`(${key}, l.id) ${beyond} (${place.key}::text::${plainText(type)}, ${place.id}::uuid)`
      : sql`true`,
    orderBy: sql`${key} ${way}, l.id ${way}`,
    sortKey: sql`(${key})::text`,
  }
}

export function writeCursor({ id, sort_key }: { id: string; sort_key: string }): string {
  return Buffer.from(JSON.stringify([id, sort_key])).toString('base64url')
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readCursor(cursor: string, sort: InboxSort): { id: string; key: string } {
  try {
    const [id, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (typeof id === 'string' && UUID.test(id) && typeof key === 'string' && ORDERS[sort].fits(key)) return { id, key }
  } catch {
    // falls through to the one refusal below
  }
  throw cursorRefused()
}
