import { type Json, json } from '@portico/kit/api/json'
import type { Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { ExtendedBook } from '../dashboard/bookWire.ts'
import { EXTENDED } from '../dashboard/bookWire.ts'

export interface SlipRow {
  code: string
  name: string
  edition: number
  course: string
  condition: string
  soldAt: Date
}

/** The slip of a book of this seller that was bought and not dropped off yet. */
export async function findSlip(sql: Sql, bookId: string, ownerId: string): Promise<SlipRow | undefined> {
  const [slip] = await sql<SlipRow[]>`
    select item.drop_off_code as code, book.name, book.edition, book.course, book.condition, book.sold_at as "soldAt"
    from market.book join market.purchase_item item on item.purchase_id = book.purchase_id and item.book_id = book.id
    where book.id = ${bookId} and book.owner_id = ${ownerId} and book.status = 1 and book.verified_at is null`
  return slip
}

/** The book that a slip was printed for, with the people of its sale; undefined when that sale is over. */
export async function findBookOfSlip(
  sql: Sql,
  code: string,
): Promise<Json<{ book: Static<typeof ExtendedBook> }> | undefined> {
  const [found] = await sql<{ book: string }[]>`
    select row_to_json(row)::text as book from (
      select ${EXTENDED}
      from market.purchase_item item
      join market.book on book.id = item.book_id and book.purchase_id = item.purchase_id
      where item.drop_off_code = ${code} and book.status in (1, 2)) row`
  return found && json(`{"book":${found.book}}`)
}
