import { failure } from '@portico/kit/failure'
import { type Json, textOf } from '@portico/kit/json'
import type { Fragment, Sql } from '@portico/kit/sql'
import type { Static } from 'typebox'
import type { Page } from '../api/paging.ts'
import { listJson } from '../api/rows.ts'
import { type Filters, filtered } from '../books/filters.ts'
import { inCart, listedFor } from '../books/listing.ts'
import { BOOK, type ListedBooks } from '../books/wire.ts'
import { containing, readQuery, type SearchQuery } from './query.ts'
import { type Correction, correct } from './spelling.ts'

type Found = Json<Static<typeof ListedBooks>>

/**
 * Books on sale by title, course code or ISBN. What contains every word of the query comes first and alone; only when
 * nothing does, its words are corrected, so that a typo still finds the book and paging stays stable.
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
  const known = (await correct(sql, query.text)).filter(({ meant }) => meant.length > 0)
  // Half of the words must be known, or the line means something we do not have.
  if (known.length === 0 || known.length * 2 < query.words.length) return plain
  return listJson(sql, 'books', rows(likenessOf(sql, known), sql`market.book`, meant(sql, known)))
}

const EMPTY = '{"books":[]}'

/** Holds for each typed word one of those that may have been meant. */
function meant(sql: Sql, corrections: readonly Correction[]): Fragment {
  return corrections
    .map(({ meant: words }) => words.map(holds(sql)).reduce((before, one) => sql`${before} or ${one}`))
    .reduce((before, word) => sql`(${before}) and (${word})`, sql`true`)
}

function likenessOf(sql: Sql, corrections: readonly Correction[]): Fragment {
  return corrections
    .map(({ meant: words }) => {
      const cases = words.map(one => sql`when ${holds(sql)(one)} then ${one.likeness}::float8`)
      return sql`case ${cases.reduce((before, one) => sql`${before} ${one}`)} else 0 end`
    })
    .reduce((before, one) => sql`${before} + ${one}`)
}

function holds(sql: Sql) {
  return ({ word }: { word: string }): Fragment => sql`book.search_text like ${containing(word)}`
}

function meets(sql: Sql, { isbn13, courseKey: key, words }: SearchQuery): Fragment {
  if (isbn13) return sql`book.isbn13 = ${isbn13}`
  const all = words
    .map(word => sql`book.search_text like ${containing(word)}`)
    .reduce((before, word) => sql`${before} and ${word}`)
  return key ? sql`(book.course_key = ${key} or (${all}))` : sql`(${all})`
}

/** A course that is meant, then titles that begin with the query, then those that hold it; whole words before parts. */
function rankOf(sql: Sql, { text, courseKey: key }: SearchQuery): Fragment {
  return sql`case
    when ${key ?? null}::text is not null and book.course_key = ${key ?? null} then 5
    when starts_with(book.search_text, ${`${text} `}) then 4
    when starts_with(book.search_text, ${text}) then 3
    when position(${` ${text} `} in book.search_text) > 0 then 2
    when position(${text} in book.search_text) > 0 then 1
    else 0 end`
}
