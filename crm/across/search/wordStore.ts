import { type Fragment, joined, plainText, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm } from '../../base/api/context.ts'
import { patternOf, searchKey, type Term, textOf } from './term.ts'

/** Rows of a table of words, as they are looked for. */
export interface Words {
  term: Term
  table: string
  /** What is joined to its rows `w`. */
  joins: Fragment
  /** Which of its rows the caller may see. */
  seen: Fragment
  /** What is asked of a row beside its words. */
  asked: Fragment
  /** What makes one newer than another. */
  age: Fragment
  /** Whether the larger number is the newer one. */
  isNumbered: boolean
}

/** How the rows that a search looks for lie in their table. A wrong guess costs time, and finds the same. */
export interface Spread {
  /**
   * Whether the words are in so many records that the newest of them are found sooner by walking from the newest one. With n
   * rows and a part p that has the words, the index looks at n × p rows, a walk at NEWEST / p.
   */
  isEverywhere: boolean
  /** Whether nearly all rows of the table are the company's own. */
  isNearlyAll: boolean
}

/** Of words that are everywhere so many rows are found, the newest. */
export const NEWEST = 1_000
const ENOUGH = plainText(String(NEWEST))
export const ONE_TOO_MANY = plainText(String(NEWEST + 1))

/** So many rows are walked by at most. */
const WALKED = plainText('30000')

/** Some of the rows, whichever the index finds first: one too many tells that there are more than are shown. */
export function someWithWords(actor: Actor, words: Words, { isNearlyAll }: Spread, columns: Fragment): Fragment {
  return sql`select ${columns} from ${sql(`crm.${words.table}`)} w ${words.joins}
    where ${isOfCompany(actor, isNearlyAll)} and ${isInIndex(words.term, inEveryPlan)} and ${words.seen} and ${words.asked}
    limit ${ONE_TOO_MANY}`
}

/**
 * The index begins with the company, whose rows it goes through beside those with the words. Where nearly all rows are the
 * company's, that is most of the work, and looking at those with the words is less: the sum keeps the index from it.
 */
function isOfCompany({ companyId }: Actor, isNearlyAll: boolean): Fragment {
  return isNearlyAll ? sql`w.company_id + 0 = ${companyId}` : sql`w.company_id = ${companyId}`
}

/**
 * Rows of a table that have the words of a term: all of them, or of words that are everywhere the newest.
 *
 * The index finds all rows with a word, however many there are; walking from the newest finds enough soon if there are many.
 * Where it does not, the walk ends, and the index is asked.
 */
export function rowsWithWords(
  actor: Actor,
  { term, table, joins, seen, asked }: Words,
  { isEverywhere, isNearlyAll }: Spread,
  columns: Fragment,
): Fragment {
  const words = sql(`crm.${table}`)
  return sql`
    with walked as materialized (
      select ${columns} from (
        select w.* from ${words} w where w.company_id = ${actor.companyId} order by w.id desc limit ${WALKED}) w ${joins}
      where ${isEverywhere}::boolean and ${isInText(term)} and ${seen} and ${asked}
      order by w.id desc limit ${ENOUGH}),
    found as materialized (
      select ${columns} from ${words} w ${joins}
      where ${isOfCompany(actor, isNearlyAll)} and ${isInIndex(term, inEveryPlan)} and ${seen} and ${asked}
        and (select count(*) from walked) < ${ENOUGH})
    select * from found union all select * from walked where (select count(*) from walked) = ${ENOUGH}`
}

/** The same, with a plan of its own for the term. */
export function rowsWithTheseWords(
  { companyId }: Actor,
  { term, table, joins, seen, asked }: Words,
  columns: Fragment,
): Fragment {
  return sql`select ${columns} from ${sql(`crm.${table}`)} w ${joins}
    where w.company_id = ${companyId} and ${isInIndex(term)} and ${seen} and ${asked}`
}

/** Whether a row has all words, by the index. */
export function isInIndex({ words, exact }: Term, written = (pattern: string) => sql`${pattern}`): Fragment {
  return joined(
    words.map(word => sql`w.words like ${written(patternOf(searchKey(word), exact))}`),
    ' and ',
  )
}

/** Keeps a pattern from the plan, which took as long to make for each term as the search: one plan is right for all. */
function inEveryPlan(pattern: string): Fragment {
  return sql`(select ${pattern}::text)`
}

/** The same by looking at the row. */
function isInText({ words, exact }: Term): Fragment {
  return joined(
    words.map(word => sql`strpos(w.words, ${textOf(searchKey(word), exact)}) > 0`),
    ' and ',
  )
}

/** Some rows of a table, from several places between the oldest and the newest. */
export interface Sample {
  /** From the smallest number to the largest. */
  size: number
  /** Which part of all rows of the table they are, as PostgreSQL last counted; 0 where it did not. */
  share: number
  rows: readonly { place: number; words: string }[]
}

/** Where a sample is taken, and how many rows at each place. */
export const SAMPLE = { places: 5, rows: 16 }
const PLACES = plainText(String(SAMPLE.places))
const AT_A_PLACE = plainText(String(SAMPLE.rows))
/** Of a long text its beginning, so that many samples can be kept. */
const BEGINNING = plainText('200')

export async function takeSample({ sql: on, actor }: Crm, { table, joins, seen }: Words): Promise<Sample> {
  const ofCompany = sql`crm.${sql(table)} w where w.company_id = ${actor.companyId}`
  const [sample] = await on<Sample[]>`
    with ends as materialized (
      select (select w.id from ${ofCompany} order by w.id limit 1) as first,
        (select w.id from ${ofCompany} order by w.id desc limit 1) as last),
    sample as (
      select w.*, place from ends cross join generate_series(1, ${PLACES}) place
      cross join lateral (select w.* from ${ofCompany} and w.id <= first + (last - first) * place / ${PLACES}
        order by w.id desc limit ${AT_A_PLACE}) w),
    seen as (select w.place, left(w.words, ${BEGINNING}) as words from sample w ${joins} where ${seen})
    select coalesce(last - first, 0)::float8 as size, coalesce(${on.isDistributed ? NOT_COUNTED : shareOf(actor, table)}, 0)::float8 as share,
      (select coalesce(json_agg(seen), '[]') from seen) as rows
    from ends`
  return sample ?? { size: 0, share: 0, rows: [] }
}

/** On several machines each counts its own rows, and a statement that asks the catalogue as well goes to none of them as a whole. */
const NOT_COUNTED = sql`null`

function shareOf({ companyId }: Actor, table: string): Fragment {
  return sql`(select most_common_freqs[array_position(most_common_vals::text::bigint[], ${companyId}::bigint)]
    from pg_stats where schemaname = 'crm' and tablename = ${table} and attname = 'company_id')`
}
