import { failure } from '@portico/kit/api/failure'
import { type Json, textOf } from '@portico/kit/api/json'
import { type Fragment, fragment, joined, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rows.ts'
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
  viewer: string | undefined,
  asked: Filters & Paging,
): Promise<Found> {
  const query = readQuery(line)
  if (query.words.length === 0) throw failure('invalid', 'The query is empty', { field: 'query' })
  const find = (where: Fragment, rank: Fragment): Promise<Found> => {
    const books = fragment`
      select ${BOOK}, ${inCart(viewer)} from market.book
      where ${listedFor(viewer)} ${filtered(asked)} and ${where}
      order by ${rank} desc, book.listed_at desc, book.id desc`
    return pageJson(sql, 'books', books, asked)
  }

  const plain = await find(meets(query), rankOf(query))
  if (textOf(plain) !== EMPTY || asked.skip || query.isbn13) return plain
  const known = (await correct(sql, query.text)).filter(({ meant }) => meant.length > 0)
  // Half of the words must be known, or the line means something we do not have.
  if (known.length === 0 || known.length * 2 < query.words.length) return plain
  return find(isMeant(known), likenessOf(known))
}

const EMPTY = '{"books":[]}'

/** Holds for each typed word one of those that may have been meant. */
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
