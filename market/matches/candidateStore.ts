import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { containing } from '../search/query.ts'
import { LEAST_SCORE } from './pairStore.ts'

/** Titles without three letters or digits have no trigrams worth comparing. */
const THREE_LETTERS = /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u

/** The title of an open request. */
export async function findRequestTitle(sql: Sql, request: string): Promise<string | undefined> {
  const [found] = await sql<{ title: string }[]>`select title from market.request where id = ${request} and status = 0`
  return found?.title
}

/** Open requests with the ISBN or course of a book, or whose title its text contains. */
export function plainRequestsFor(book: string): Fragment {
  return fragment`
    select request.id as request_id, book.id as book_id
    from market.book join market.request on request.owner_id <> book.owner_id and request.status = 0
    where book.id = ${book} and book.status = 0 and book.deleted_at is null
      and (request.isbn13 = book.isbn13 or (request.course_key <> '' and request.course_key = book.course_key)
           or position(request.title in book.search_text) > 0)`
}

/** Books on sale with the ISBN or course of a request, or whose text contains its title; the newest of each. */
export function plainBooksFor(request: string, title: string | undefined, mostOfEach: number): Fragment {
  const newest = (where: Fragment) => fragment`
    (select book.id from market.book
     where book.status = 0 and book.deleted_at is null and book.owner_id <> request.owner_id and ${where}
     order by book.listed_at desc, book.id desc limit ${mostOfEach})`
  const contained = THREE_LETTERS.test(title ?? '')
    ? fragment`union ${newest(fragment`book.search_text like ${containing(title ?? '')}`)}`
    : fragment``
  return fragment`
    select request.id as request_id, found.id as book_id
    from market.request cross join lateral (
      ${newest(fragment`book.isbn13 = request.isbn13`)}
      union ${newest(fragment`book.course_key = request.course_key and request.course_key <> ''`)}
      ${contained}) found
    where request.id = ${request} and request.status = 0`
}

/** As `plainRequestsFor`, with similar titles. Many ask for the same title: each title is compared once. */
export function requestsLike(book: string): Fragment {
  return fragment`
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
}

/** All books on sale with the ISBN or course of a request, and those whose title is similar (`setLikeness`). */
export function booksLike(request: string, title: string): Fragment {
  return fragment`
    select request.id as request_id, book.id as book_id
    from market.request
    cross join lateral (
      ${ON_SALE} and isbn13 = request.isbn13
      union ${ON_SALE} and course_key = request.course_key and request.course_key <> ''
      union ${ON_SALE} and ${similarTo(title)}) found
    join market.book on book.id = found.id and book.owner_id <> request.owner_id
    where request.id = ${request} and request.status = 0`
}

/** How many books have a title that is similar (`setLikeness`), counted up to `most`. */
export async function countBooksLike(sql: Sql, title: string, most: number): Promise<number> {
  const [close] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (${ON_SALE} and ${similarTo(title)} limit ${most}) book`
  return close?.count ?? 0
}

/** From which word similarity on `<%` holds in this transaction. */
export async function setLikeness(sql: Sql, least: number): Promise<void> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(least)}, true)`
}

const ON_SALE = fragment`select id from market.book where status = 0 and deleted_at is null`

function similarTo(title: string): Fragment {
  return THREE_LETTERS.test(title) ? fragment`${title} <% search_text` : fragment`position(${title} in search_text) > 0`
}
