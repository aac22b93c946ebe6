import type { Json } from '@portico/kit/api/json'
import { type Fragment, fragment, joined, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rowStore.ts'
import type { Filters } from '../books/filters.ts'
import { filtered, inCart, listedFor } from '../books/listingStore.ts'
import { BOOK, type ListedBooks } from '../books/wire.ts'
import { containing, type SearchQuery } from './query.ts'
import type { CloseWord, Correction } from './spelling.ts'

export type FoundBooks = Json<Static<typeof ListedBooks>>

/** Who searches, and which of the books found they want. */
export interface SearchOptions extends Filters, Paging {
  viewer: string | undefined
}

/** Books that contain every word of the query, or have its ISBN or course. */
export function findBooks(sql: Sql, query: SearchQuery, options: SearchOptions): Promise<FoundBooks> {
  return find(sql, sought(query, options), rankOf(query), options)
}

/** Books that contain, for every mistyped word, one of those that may have been meant. */
export function findCorrected(
  sql: Sql,
  corrections: readonly Correction[],
  options: SearchOptions,
): Promise<FoundBooks> {
  const meant = fragment`${sought(undefined, options)} and ${isMeant(corrections)}`
  return find(sql, meant, likenessOf(corrections), options)
}

/** The condition of the listing, for rows `book`: what a viewer may buy, within the filters, and what the query asks for. */
export function sought(query: SearchQuery | undefined, { viewer, ...filters }: SearchOptions): Fragment {
  const listed = fragment`${listedFor(viewer)} ${filtered(filters)}`
  return query ? fragment`${listed} and ${meets(query)}` : listed
}

function find(sql: Sql, where: Fragment, rank: Fragment, { viewer, ...paging }: SearchOptions): Promise<FoundBooks> {
  const books = fragment`
    select ${BOOK}, ${inCart(viewer)} from market.book where ${where}
    order by ${rank} desc, book.listed_at desc, book.id desc`
  return pageJson(sql, 'books', books, paging)
}

function isMeant(corrections: readonly Correction[]): Fragment {
  const each = corrections.map(
    ({ meant }) =>
      fragment`(${joined(
        meant.map(({ word }) => holds(word)),
        ' or ',
      )})`,
  )
  return joined(each, ' and ')
}

function likenessOf(corrections: readonly Correction[]): Fragment {
  const each = corrections.map(({ meant }) => {
    const cases = meant.map(({ word, likeness }) => fragment`when ${holds(word)} then ${likeness}::float8`)
    return fragment`case ${joined(cases, ' ')} else 0 end`
  })
  return joined(each, ' + ')
}

function holds(word: string): Fragment {
  return fragment`book.search_text like ${containing(word)}`
}

function meets({ isbn13, courseKey: key, words }: SearchQuery): Fragment {
  if (isbn13) return fragment`book.isbn13 = ${isbn13}`
  const all = joined(words.map(holds), ' and ')
  return key ? fragment`(book.course_key = ${key} or (${all}))` : all
}

/** A course that is meant, then titles that begin with the query, then those that hold it; whole words before parts. */
function rankOf({ text, courseKey }: SearchQuery): Fragment {
  const key = courseKey ?? null
  return fragment`case
    when ${key}::text is not null and book.course_key = ${key} then 5
    when starts_with(book.search_text, ${`${text} `}) then 4
    when starts_with(book.search_text, ${text}) then 3
    when position(${` ${text} `} in book.search_text) > 0 then 2
    when position(${text} in book.search_text) > 0 then 1
    else 0 end`
}

/** For each typed word up to `most` words of titles that share trigrams with it. */
export function findCloseWords(sql: Sql, typed: readonly string[], most: number) {
  return sql<CloseWord[]>`
    select typed, close.word, close.likeness::float8
    from unnest(${typed}::text[]) typed cross join lateral market.close_words(typed, ${most}) close`
}
