import type { Json } from '@portico/kit/json'
import { type Fragment, fragment, type Sql } from '@portico/kit/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rows.ts'
import { type Filters, filtered } from './filters.ts'
import { BOOK, type ListedBooks, SALE, type SaleBooks } from './wire.ts'

/** Books a viewer may buy: on sale, and not their own. */
export function listedFor(viewer: string | undefined): Fragment {
  const listed = fragment`book.status = 0 and book.deleted_at is null`
  return viewer === undefined ? listed : fragment`${listed} and book.owner_id <> ${viewer}`
}

export function inCart(viewer: string | undefined): Fragment {
  if (viewer === undefined) return fragment`false as "inCart"`
  return fragment`exists (select from market.cart_item item
                          where item.account_id = ${viewer} and item.book_id = book.id) as "inCart"`
}

/** Newest first; books of the same moment by id, so that pages neither repeat nor miss one. */
export function listBooks(
  sql: Sql,
  viewer: string | undefined,
  query: Filters & Paging,
): Promise<Json<Static<typeof ListedBooks>>> {
  const books = fragment`
    select ${BOOK}, ${inCart(viewer)} from market.book where ${listedFor(viewer)} ${filtered(query)}
    order by book.listed_at desc, book.id desc`
  return pageJson(sql, 'books', books, query)
}

/** Books as those see them who take part in their sale, the latest by `time` first. */
export function listSales(
  sql: Sql,
  where: Fragment,
  time: 'listed_at' | 'sold_at',
  paging: Paging,
): Promise<Json<Static<typeof SaleBooks>>> {
  const books = fragment`
    select ${BOOK}, ${SALE} from market.book where ${where} and book.deleted_at is null
    order by book.${fragment(time)} desc, book.id desc`
  return pageJson(sql, 'books', books, paging)
}
