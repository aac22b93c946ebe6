import { type Answered, answer } from '@portico/kit/api/answer'
import { json } from '@portico/kit/api/json'
import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../api/context.ts'
import { asIs, cursorPage, type ListRow, writeCursor } from './cursor.ts'

/**
 * One page of a list, put together by PostgreSQL into one text, which spares reading a hundred rows one by one.
 * `rows` selects `wire, id, sort_key` in order and one row more than the limit; `show` changes the text of a record.
 */
export async function keysetPage<T>(crm: Crm, rows: Fragment, limit: number, show = asIs): Promise<Answered<T[]>> {
  if (show !== asIs) {
    const list = await crm.sql<ListRow[]>`${rows}`
    return cursorPage<T>(
      list.map(row => ({ ...row, wire: show(row.wire) })),
      limit,
    )
  }
  const [page] = await crm.sql`
    select ${'['} || string_agg(r.wire, ${BETWEEN}) || ${']'} as list, count(*)::int as found,
      (array_agg(r.id))[${limit}::int] as id, (array_agg(r.sort_key))[${limit}::int] as sort_key
    from (${rows}) r`.bytes()
  const [list, found, id, sortKey] = page ?? []
  const isLast = Number(found) <= limit
  const last = { id: Number(id), sort_key: sortKey?.toString() ?? null }
  return answer(json<T[]>(list ? (isLast ? list : withoutLast(list)) : '[]'), {
    beside: { additional_data: { next_cursor: isLast ? null : writeCursor(last) } },
  })
}

/** The list without the record that only tells that there are more. */
function withoutLast(list: Buffer): Buffer {
  const end = list.lastIndexOf(BETWEEN)
  list[end] = CLOSE_BRACKET
  return list.subarray(0, end + 1)
}

/** Stands between two records and nowhere inside one: JSON writes a line break in a text as two other characters. */
const BETWEEN = ',\n'
const CLOSE_BRACKET = 93
