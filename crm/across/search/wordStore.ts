import { type Fragment, fragment, joined, plainText, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm } from '../../base/api/context.ts'
import { patternOf, searchKey, type Term, textOf } from './term.ts'

/** Rows of a table of words, as they are looked for. */
export interface Words {
  term: Term
  table: string
  /** What is joined to its rows `w`. */
  joins: Fragment
  /** What is asked of a row beside its words. */
  where: Fragment
  /** What makes one newer than another. */
  age: Fragment
}

/** Of words that are everywhere so many rows are found, the newest. */
export const NEWEST = 1_000
const ENOUGH = plainText(String(NEWEST))

/** Where a sample is taken, and how many rows at each place. Words that are everywhere are found at most of them. */
const SAMPLE = { places: 5, rows: 16 }
const PLACES = plainText(String(SAMPLE.places))
const MOST_PLACES = plainText(String(Math.ceil(SAMPLE.places / 2)))
const AT_A_PLACE = plainText(String(SAMPLE.rows))

/** What a row costs that the index finds, in rows that are walked by; and how many of those there are at most. */
const BY_INDEX = 8
const DEARER = plainText(String(((SAMPLE.places * SAMPLE.rows) ** 2 * NEWEST) / BY_INDEX))
const WALKED = plainText('30000')

/**
 * Rows of a table that have the words of a term: all of them, or of words that are everywhere the newest.
 *
 * The index finds all rows with a word, however many there are; walking from the newest finds enough soon if there are many.
 * With n rows and a part p that has the words, the first looks at n × p rows, the second at NEWEST / p. What p may be a sample
 * tells; where it misleads, the walk ends, and the index is asked. So PostgreSQL need not make a plan for each term,
 * which took as long as the search: `(select …)` keeps the values from it, and one plan is right for all.
 */
export function rowsWithWords({ companyId }: Actor, { term, table, joins, where }: Words, columns: Fragment): Fragment {
  const words = sql(`crm.${table}`)
  const ofCompany = sql`${words} w where w.company_id = ${companyId}`
  return sql`
    with ends as materialized (
      select (select w.id from ${ofCompany} order by w.id limit 1) as first,
        (select w.id from ${ofCompany} order by w.id desc limit 1) as last),
    sample as materialized (
      select w.*, place, last - first as size from ends cross join generate_series(1, ${PLACES}) place
      cross join lateral (select w.* from ${ofCompany} and w.id <= first + (last - first) * place / ${PLACES}
        order by w.id desc limit ${AT_A_PLACE}) w),
    told as materialized (
      select count(distinct w.place) >= ${MOST_PLACES} and count(*) ^ 2 * max(w.size) > ${DEARER} as everywhere
      from sample w ${joins} where ${isInText(term)} and ${where}),
    walked as materialized (
      select ${columns} from (select w.* from ${ofCompany} order by w.id desc limit ${WALKED}) w ${joins}
      where ${isInText(term)} and ${where} and (select everywhere from told)
      order by w.id desc limit ${ENOUGH}),
    found as materialized (
      select ${columns} from ${words} w ${joins}
      where w.company_id = ${companyId} and ${isInIndex(term, pattern => sql`(select ${pattern}::text)`)} and ${where}
        and (select count(*) from walked) < ${ENOUGH})
    select * from found union all select * from walked where (select count(*) from walked) = ${ENOUGH}`
}

/** The same, with a plan of its own for the term. */
export function rowsWithTheseWords(
  { companyId }: Actor,
  { term, table, joins, where }: Words,
  columns: Fragment,
): Fragment {
  return sql`select ${columns} from ${sql(`crm.${table}`)} w ${joins}
    where w.company_id = ${companyId} and ${isInIndex(term)} and ${where}`
}

/** Some of the rows, whichever the index finds first; so many that it shows whether there are more than would be looked at. */
export function someWithWords({ companyId }: Actor, { term, table, joins, where }: Words, columns: Fragment): Fragment {
  return sql`select ${columns} from ${sql(`crm.${table}`)} w ${joins}
    where w.company_id = ${companyId} and ${isInIndex(term, pattern => sql`(select ${pattern}::text)`)} and ${where}
    limit ${ONE_TOO_MANY}`
}

export const ONE_TOO_MANY = plainText(String(NEWEST + 1))

/** Whether a company has so many rows in a table of words that the index takes long to find those of a word that is everywhere. */
export async function isLargeTable({ sql, actor }: Crm, table: string): Promise<boolean> {
  const [row] = await sql<{ many: boolean }[]>`
    select exists (select from crm.${fragment(table)} where company_id = ${actor.companyId} offset ${WALKED}) as many`
  return row?.many === true
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
