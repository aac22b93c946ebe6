import { type Fragment, plainText, fragment as sql } from '@portico/kit/database/sql'

/**
 * The rows of a list after `limit`. Sizes that people ask for are written out: PostgreSQL then plans the list once and
 * keeps the plan, while behind a parameter it expects a tenth of the table and plans every page anew. Other sizes stay
 * parameters, so that a caller cannot make it keep hundreds of plans.
 */
export function rowLimit(rows: number): Fragment {
  return WRITTEN.get(rows) ?? sql`${rows}`
}

/** Callers fetch one row more than a page, to know whether it is the last. */
const WRITTEN = new Map(
  [1, 10, 20, 25, 50, 100, 200, 250, 500]
    .flatMap(size => [size, size + 1])
    .map(rows => [rows, plainText(String(rows))]),
)

/** `offset … limit …` of a list that is walked by offset, the first page written out like its size. */
export function rowWindow(start: number, rows: number): Fragment {
  return sql`offset ${start === 0 ? FIRST : start} limit ${rowLimit(rows)}`
}

const FIRST = plainText('0')
