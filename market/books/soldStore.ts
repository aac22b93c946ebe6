import { type Json, json } from '@portico/kit/api/json'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import { inCart, listedFor } from './listingStore.ts'
import { BOOK, type ListedBook, type SoldBook } from './wire.ts'

const MOST_SIMILAR = 6

/** A book somebody has bought, and books on sale with its ISBN, then of its course; undefined when it was not sold. */
export async function findSoldBook(
  sql: Sql,
  id: string,
  viewer: string | undefined,
): Promise<Json<{ book: Static<typeof SoldBook>; similar: Static<typeof ListedBook>[] }> | undefined> {
  const similar = (where: ReturnType<typeof fragment>, rank: number) => fragment`
    (select book.id, ${rank}::integer as rank from market.book
     where ${listedFor(viewer)} and ${where} order by book.listed_at desc, book.id desc limit ${MOST_SIMILAR})`
  const [found] = await sql<{ book: string; similar: string }[]>`
    with sold as materialized (
      select id, name, author, course, course_key, edition, isbn, isbn13 from market.book
      where id = ${id} and deleted_at is null and status in (1, 2, 3)),
    close as (
      select id, min(rank) as rank
      from (${similar(fragment`book.isbn13 = (select isbn13 from sold)`, 0)}
            union all ${similar(fragment`book.course_key = (select course_key from sold)`, 1)}) each
      group by id order by 2, 1 desc limit ${MOST_SIMILAR})
    select json_build_object('_id', sold.id, 'name', sold.name, 'author', sold.author, 'course', sold.course,
                             'edition', sold.edition, 'ISBN', sold.isbn)::text as book,
           (select coalesce(json_agg(row_to_json(row)), '[]') from (
              select ${BOOK}, ${inCart(viewer)} from close join market.book on book.id = close.id
              order by close.rank, book.listed_at desc, book.id desc) row)::text as similar
    from sold`
  return found && json(`{"book":${found.book},"similar":${found.similar}}`)
}
