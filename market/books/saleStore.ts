import { failure } from '@portico/kit/api/failure'
import { type Json, json } from '@portico/kit/api/json'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rowStore.ts'
import type { Status } from './moves.ts'
import { BOOK, SALE, type SaleBook, type SaleBooks } from './wire.ts'

/** Books as their seller, their buyer and the staff see them. */
type SalePage = Promise<Json<Static<typeof SaleBooks>>>

export function listPostsOf(sql: Sql, ownerId: string, paging: Paging): SalePage {
  return listSales(sql, fragment`book.owner_id = ${ownerId}`, 'listed_at', paging)
}

export function listBooksWithStatus(sql: Sql, status: Status, paging: Paging): SalePage {
  return listSales(sql, fragment`book.status = ${status}`, 'listed_at', paging)
}

export function listPurchasesOf(sql: Sql, buyerId: string, paging: Paging): SalePage {
  return listSales(sql, fragment`book.buyer_id = ${buyerId}`, 'sold_at', paging)
}

/** Books of an account that are reserved, charged or delivered. */
export function listSalesOf(sql: Sql, ownerId: string, paging: Paging): SalePage {
  return listSales(sql, fragment`book.owner_id = ${ownerId} and book.status in (1, 2, 3)`, 'sold_at', paging)
}

/** The latest by `time` first. */
function listSales(sql: Sql, where: Fragment, time: 'listed_at' | 'sold_at', paging: Paging): SalePage {
  const books = fragment`
    select ${BOOK}, ${SALE} from market.book where ${where} and book.deleted_at is null
    order by book.${fragment(time)} desc, book.id desc`
  return pageJson(sql, 'books', books, paging)
}

/** A book as its seller sees it. */
export async function readSaleBook(sql: Sql, id: string): Promise<Json<{ book: Static<typeof SaleBook> }>> {
  const [found] = await sql<{ book: string }[]>`
    select row_to_json(row)::text as book from (
      select ${BOOK}, ${SALE} from market.book where book.id = ${id}) row`
  if (!found) throw failure('missing', 'There is no such book')
  return json(`{"book":${found.book}}`)
}
