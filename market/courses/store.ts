import { type Json, json } from '@portico/kit/api/json'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import { type Paging, pageOf } from '../api/paging.ts'
import { inCart, listedFor } from '../books/listingStore.ts'
import { BOOK } from '../books/wire.ts'
import type { Course } from './operations.ts'

const MOST_LISTED = 100

/** The books of a course that are on sale, the cheapest first, and those the bookstore lists for it. */
export async function readCourse(
  sql: Sql,
  { key, typed }: { key: string; typed: string },
  viewer: string | undefined,
  paging: Paging,
): Promise<Json<Static<typeof Course>>> {
  const { limit, skip } = pageOf(paging)
  const [found] = await sql<{ course: string | null; count: number; books: string; catalogue: string }[]>`
    select (select course from market.book where course_key = ${key} and status = 0 and deleted_at is null
            order by listed_at desc limit 1) as course,
           (select count(*)::integer from market.book where course_key = ${key} and ${listedFor(viewer)}) as count,
           (select coalesce(json_agg(row_to_json(row)), '[]') from (
              select ${BOOK}, ${inCart(viewer)} from market.book where course_key = ${key} and ${listedFor(viewer)}
              order by book.price_cents, book.id limit ${limit} offset ${skip}) row)::text as books,
           (select coalesce(json_agg(row_to_json(row)), '[]') from (${listedByStore(key)}) row)::text as catalogue`
  const course = JSON.stringify(found?.course ?? typed)
  return json(
    `{"course":${course},"count":${found?.count ?? 0},"books":${found?.books ?? '[]'},"catalogue":${found?.catalogue ?? '[]'}}`,
  )
}

function listedByStore(key: string) {
  return fragment`
    select known.isbn13 as "ISBN", known.name, known.edition, known.authors, known.list_cents / 100::float8 as "listPrice",
           (select count(*)::integer from market.book
            where book.isbn13 = known.isbn13 and book.status = 0 and book.deleted_at is null) as "onSale",
           (select min(price_cents) / 100::float8 from market.book
            where book.isbn13 = known.isbn13 and book.status = 0 and book.deleted_at is null) as "lowestPrice"
    from market.catalogue_book known where known.course_keys @> array[${key}::text]
    order by known.name, known.isbn13 limit ${MOST_LISTED}`
}
