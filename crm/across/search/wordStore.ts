import { type Fragment, joined, plainText, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { patternOf, searchKey, type Term, textOf } from './term.ts'

export interface WordsAsked {
  term: Term
  /** The table of words. */
  table: string
  /** What is joined to its rows `w`, and what is shown of them. */
  joins: Fragment
  columns: Fragment
  /** What is asked of a row beside its words. */
  where: Fragment
}

/** When words are everywhere, so many of the newest rows are looked at. */
export const NEWEST = 1_000
const MOST = plainText(String(NEWEST))

/** How many rows at either end tell words that are everywhere from rare ones. */
const TOLD_BY = 50
const FEW = plainText(String(TOLD_BY))
const DEARER = plainText(String((2 * TOLD_BY) ** 2 * NEWEST))

/**
 * Rows of a table that have the words of a term: all of them, or of words that are everywhere the newest.
 *
 * The index finds all rows with a word, however many there are; walking from the newest finds enough soon if there are many.
 * With n rows and a part p that has the words, the first costs n × p, the second NEWEST / p. What p is some rows at both ends
 * tell. So PostgreSQL need not make a plan for each term, which took as long as the search: `(select …)` keeps the values
 * from it, and the same plan is right for all.
 */
export function rowsWithWords({ companyId }: Actor, { term, table, joins, columns, where }: WordsAsked): Fragment {
  const words = sql(`crm.${table}`)
  return sql`
    with at_the_ends as materialized (
      (select w.* from ${words} w where w.company_id = ${companyId} order by w.id desc limit ${FEW})
      union all (select w.* from ${words} w where w.company_id = ${companyId} order by w.id limit ${FEW})),
    everywhere as materialized (
      select (count(*) filter (where ${isInText(term)} and ${where})) ^ 2 * (max(w.id) - min(w.id)) > ${DEARER} as they_are
      from at_the_ends w ${joins}),
    found as materialized (
      select ${columns} from ${words} w ${joins}
      where w.company_id = ${companyId} and ${isInIndex(term, pattern => sql`(select ${pattern}::text)`)} and ${where}
        and (select they_are from everywhere) is not true),
    walked as (
      select ${columns} from (select * from ${words} w where w.company_id = ${companyId} order by w.id desc offset 0) w ${joins}
      where ${isInText(term)} and ${where} and (select they_are from everywhere)
      order by w.id desc limit ${MOST})
    select * from found union all select * from walked`
}

/** The same, with a plan of its own for the term. */
export function rowsWithTheseWords({ companyId }: Actor, { term, table, joins, columns, where }: WordsAsked): Fragment {
  return sql`select ${columns} from ${sql(`crm.${table}`)} w ${joins}
    where w.company_id = ${companyId} and ${isInIndex(term)} and ${where}`
}

/** Whether a row has all words, by the index. */
export function isInIndex({ words, exact }: Term, written = (pattern: string) => sql`${pattern}`): Fragment {
  return joined(
    words.map(word => sql`w.words like ${written(patternOf(searchKey(word), exact))}`),
    ' and ',
  )
}

/** The same by looking at the row. */
function isInText({ words, exact }: Term): Fragment {
  return joined(
    words.map(word => sql`strpos(w.words, ${textOf(searchKey(word), exact)}) > 0`),
    ' and ',
  )
}
