import type { Fragment, Sql } from '@portico/kit/database'
import { failure } from '@portico/kit/failure'
import { type Json, textOf } from '@portico/kit/json'
import type { Static } from 'typebox'
import type { Page } from '../api/paging.ts'
import { listJson } from '../api/rows.ts'
import { type Filters, filtered } from '../books/filters.ts'
import { inCart, listedFor } from '../books/listing.ts'
import { BOOK, type ListedBooks } from '../books/wire.ts'
import { containing, readQuery, type SearchQuery } from './query.ts'

type Found = Json<Static<typeof ListedBooks>>

/**
 * Books on sale by title, course code or ISBN. What contains every word of the query comes first and alone; only when
 * nothing does, titles that are merely close are shown, so that a typo still finds the book and paging stays stable.
 */
export async function searchBooks(
  sql: Sql,
  line: string,
  filters: Filters,
  viewer: string | undefined,
  page: Page,
): Promise<Found> {
  const query = readQuery(line)
  if (query.words.length === 0) throw failure('invalid', 'The query is empty', { field: 'query' })
  const limits = sql`${listedFor(viewer)} ${filtered(filters)}`
  const rows = (rank: Fragment, from: Fragment, where: Fragment) => sql`
    select ${BOOK}, ${inCart(viewer)} from ${from}
    where ${limits} and ${where}
    order by ${rank} desc, book.listed_at desc, book.id desc limit ${page.limit} offset ${page.skip}`

  const plain = await listJson<Static<typeof ListedBooks>>(
    sql,
    'books',
    rows(rankOf(sql, query), sql`market.book`, meets(sql, query)),
  )
  if (textOf(plain) !== EMPTY || page.skip > 0 || query.isbn13) return plain
  return listJson(
    sql,
    'books',
    rows(
      sql`close.score`,
      sql`market.similar_books(${query.text}) close join market.book on book.id = close.id`,
      sql`close.score >= ${LEAST_LIKENESS}`,
    ),
  )
}

const EMPTY = '{"books":[]}'
const LEAST_LIKENESS = 0.5

function meets(sql: Sql, { isbn13, courseKey: key, words }: SearchQuery): Fragment {
  if (isbn13) return sql`book.isbn13 = ${isbn13}`
  const all = words
    .map(word => sql`book.search_text like ${containing(word)}`)
    .reduce((before, word) => sql`${before} and ${word}`)
  return key ? sql`(book.course_key = ${key} or (${all}))` : sql`(${all})`
}

/** A course that is meant, then titles that begin with the query, then those that hold it in one piece. */
function rankOf(sql: Sql, { text, courseKey: key }: SearchQuery): Fragment {
  return sql`case
    when ${key ?? null}::text is not null and book.course_key = ${key ?? null} then 3
    when starts_with(book.search_text, ${text}) then 2
    when position(${text} in book.search_text) > 0 then 1
    else 0 end`
}
