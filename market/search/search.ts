import { failure } from '@portico/kit/api/failure'
import { textOf } from '@portico/kit/api/json'
import type { Sql } from '@portico/kit/database/sql'
import { readQuery } from './query.ts'
import { correct } from './spelling.ts'
import { type FoundBooks, findBooks, findCorrected, type SearchOptions } from './store.ts'

/**
 * Books on sale by title, course code or ISBN. What contains every word of the query comes first and alone; only when
 * nothing does, its words are corrected, so that a typo still finds the book and paging stays stable.
 */
export async function searchBooks(sql: Sql, line: string, options: SearchOptions): Promise<FoundBooks> {
  const query = readQuery(line)
  if (query.words.length === 0) throw failure('invalid', 'The query is empty', { field: 'query' })
  const plain = await findBooks(sql, query, options)
  if (textOf(plain) !== EMPTY || options.skip || query.isbn13) return plain
  const known = (await correct(sql, query.text)).filter(({ meant }) => meant.length > 0)
  // At least half of the words must be close to a word of a title: otherwise the book is not here.
  if (known.length === 0 || known.length * 2 < query.words.length) return plain
  return findCorrected(sql, known, options)
}

const EMPTY = '{"books":[]}'
