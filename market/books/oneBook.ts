import { failure } from '@portico/kit/failure'
import { type Json, json } from '@portico/kit/json'
import type { Sql } from '@portico/kit/sql'
import type { Static } from 'typebox'
import { BOOK, SALE, type SaleBook } from './wire.ts'

/** A book as its seller sees it. */
export async function oneBook(sql: Sql, id: string): Promise<Json<{ book: Static<typeof SaleBook> }>> {
  const [found] = await sql<{ book: string }[]>`
    select row_to_json(row)::text as book from (
      select ${BOOK}, ${SALE} from market.book where book.id = ${id}) row`
  if (!found) throw failure('missing', 'There is no such book')
  return json(`{"book":${found.book}}`)
}
