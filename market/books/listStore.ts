import { type Json, json } from '@portico/kit/api/json'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rowStore.ts'
import type { User } from '../auth/user.ts'
import type { Filters } from './filters.ts'
import { filtered, inCart, listedFor } from './listingStore.ts'
import { BOOK, type ListedBook, type ListedBooks } from './wire.ts'

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

/** A book for a viewer. A book that is not on sale is found for its seller, its buyer and the staff only. */
export async function findListedBook(
  sql: Sql,
  id: string,
  viewer: Pick<User, 'id' | 'permissionType'> | undefined,
): Promise<Json<{ book: Static<typeof ListedBook> }> | undefined> {
  const [found] = await sql<{ book: string }[]>`
    select row_to_json(row)::text as book from (
      select ${BOOK}, ${inCart(viewer?.id)} from market.book
      where book.id = ${id} and book.deleted_at is null
        and (book.status = 0 or ${viewer?.id ?? ''} in (book.owner_id, book.buyer_id)
             or ${(viewer?.permissionType ?? 0) > 0})) row`
  return found && json(`{"book":${found.book}}`)
}
