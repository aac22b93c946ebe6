import type { Sql } from '@portico/kit/database'

/** Words of titles that may have been meant by a mistyped one, the closest first. */
export interface Correction {
  typed: string
  meant: { word: string; likeness: number }[]
}

const LEAST_LIKENESS = 0.35
const MOST_MEANT = 3
const SHORTEST = 3

/** Looks every word of a line up among the words of all titles. */
export async function correct(sql: Sql, line: string): Promise<Correction[]> {
  const typed = [...new Set(line.split(/[^\p{L}\p{N}]+/u).filter(word => word.length >= SHORTEST))]
  if (typed.length === 0) return []
  const rows = await sql<{ typed: string; word: string; likeness: number }[]>`
    select typed, close.word, close.likeness
    from unnest(${typed}::text[]) typed
    cross join lateral (
      select word, similarity(word, typed)::float8 as likeness from market.word
      where word % typed and similarity(word, typed) >= ${LEAST_LIKENESS}
      order by likeness desc, word limit ${MOST_MEANT}) close`
  return typed.map(word => ({ typed: word, meant: rows.filter(row => row.typed === word) }))
}
