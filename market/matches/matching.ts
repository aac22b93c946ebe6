import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import type { MarketServices } from '../api/context.ts'
import { containing } from '../search/query.ts'
import { LEAST_SCORE, storePairs } from './storePairs.ts'

export const MATCH = 'market:match'

/** Told at once, with the change itself; the job after it finds the others. */
const MOST_AT_ONCE = 20

/** A request finds at most this many of the books already there, the best ones; books posted later always count. */
const MOST_OF_A_REQUEST = 20

/** Titles without three letters or digits have no trigrams worth comparing. */
const THREE_LETTERS = /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u

/**
 * Compares a book that was posted, changed or put back on sale with the open requests. What is plain to see (ISBN,
 * course, contained title) is found at once. The likeness of titles takes longer and is left to a job, which also lets
 * go of pairs that no longer fit, and sees what was written at the same moment.
 */
export async function matchBook(sql: Sql, book: string, now: Date): Promise<void> {
  const plain = fragment`
    select request.id as request_id, book.id as book_id
    from market.book join market.request on request.owner_id <> book.owner_id and request.status = 0
    where book.id = ${book} and book.status = 0 and book.deleted_at is null
      and (request.isbn13 = book.isbn13 or (request.course_key <> '' and request.course_key = book.course_key)
           or position(request.title in book.search_text) > 0)`
  await storePairs(sql, plain, { most: MOST_AT_ONCE, now })
  await addJob(sql, MATCH, { book }, { key: `${MATCH} ${book}` })
}

/** Compares a new request with the books on sale, in the same two steps. */
export async function matchRequest(sql: Sql, request: string, now: Date): Promise<void> {
  const newest = (where: Fragment) => fragment`
    (select book.id from market.book
     where book.status = 0 and book.deleted_at is null and book.owner_id <> request.owner_id and ${where}
     order by book.listed_at desc, book.id desc limit ${MOST_AT_ONCE})`
  const title = await titleOf(sql, request)
  const contained = THREE_LETTERS.test(title ?? '')
    ? fragment`union ${newest(fragment`book.search_text like ${containing(title ?? '')}`)}`
    : fragment``
  const plain = fragment`
    select request.id as request_id, found.id as book_id
    from market.request cross join lateral (
      ${newest(fragment`book.isbn13 = request.isbn13`)}
      union ${newest(fragment`book.course_key = request.course_key and request.course_key <> ''`)}
      ${contained}) found
    where request.id = ${request} and request.status = 0`
  await storePairs(sql, plain, { most: MOST_OF_A_REQUEST, now })
  await addJob(sql, MATCH, { request }, { key: `${MATCH} ${request}` })
}

/** The job: compares all there is, once more. Safe to run twice, since a pair is told once. */
export function matchAll(services: MarketServices) {
  return ({ book, request }: { book?: string; request?: string }): Promise<void> =>
    services.database.write(async sql => {
      if (book) await compareBook(sql, book, services.now())
      if (request) await compareRequest(sql, request, services.now())
    })
}

/** Many ask for the same title: each title is compared once, not each request. */
async function compareBook(sql: Sql, book: string, now: Date): Promise<void> {
  const candidates = fragment`
    with posted as (
      select * from market.book where id = ${book} and status = 0 and deleted_at is null),
    asked as materialized (
      select distinct title from market.request where status = 0),
    alike as materialized (
      select title from asked, posted where market.title_score(title, search_text) >= ${LEAST_SCORE})
    select request.id as request_id, posted.id as book_id
    from posted join market.request on request.owner_id <> posted.owner_id and request.status = 0
    where request.isbn13 = posted.isbn13 or (request.course_key <> '' and request.course_key = posted.course_key)
       or request.title in (select title from alike)`
  await storePairs(sql, candidates, { only: fragment`match.book_id = ${book}`, now })
}

async function compareRequest(sql: Sql, request: string, now: Date): Promise<void> {
  const title = await titleOf(sql, request)
  if (title === undefined) return
  const alike = THREE_LETTERS.test(title)
    ? fragment`${title} <% search_text`
    : fragment`position(${title} in search_text) > 0`
  const available = fragment`select id from market.book where status = 0 and deleted_at is null`
  const candidates = fragment`
    select request.id as request_id, book.id as book_id
    from market.request
    cross join lateral (
      ${available} and isbn13 = request.isbn13
      union ${available} and course_key = request.course_key and request.course_key <> ''
      union ${available} and ${alike}) found
    join market.book on book.id = found.id and book.owner_id <> request.owner_id
    where request.id = ${request} and request.status = 0`
  await setLikeness(sql, CLOSE)
  const [close] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (${available} and ${alike} limit ${2 * MOST_OF_A_REQUEST}) book`
  // With enough that are close, those further off need no look: a common word is in half of all titles.
  if ((close?.count ?? 0) < 2 * MOST_OF_A_REQUEST) await setLikeness(sql, LEAST_SCORE)
  // Nothing is let go: a request never changes, and books posted in the meantime count however many there are.
  await storePairs(sql, candidates, { most: MOST_OF_A_REQUEST, now })
}

const CLOSE = 0.8

/** What `<%` means in this transaction. */
async function setLikeness(sql: Sql, least: number): Promise<void> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(least)}, true)`
}

async function titleOf(sql: Sql, request: string): Promise<string | undefined> {
  const [found] = await sql<{ title: string }[]>`select title from market.request where id = ${request} and status = 0`
  return found?.title
}
