import type { Fragment, Sql } from '@portico/kit/database'
import { fragment } from '@portico/kit/database'
import { news, tell } from '../notices/tell.ts'

/** Below this a pair is not a match. */
const LEAST_SCORE = 0.45

/** Titles without three letters or digits have no trigrams worth comparing. */
const THREE_LETTERS = '[[:alnum:]].*[[:alnum:]].*[[:alnum:]]'

/** A request finds at most this many of the books already there, the best ones; books posted later always count. */
const MOST_AT_ONCE = 20

/** Compares a book that was posted, changed or put back on sale with all open requests. */
export async function matchBook(sql: Sql, book: string, now: Date): Promise<void> {
  const candidates = fragment`
    select request.id as request_id, book.id as book_id
    from market.book join market.request on request.owner_id <> book.owner_id and request.status = 0
    where book.id = ${book} and book.status = 0 and book.deleted_at is null`
  await storePairs(sql, candidates, fragment`match.book_id = ${book}`, undefined, now)
}

/** Compares a new request with all books on sale. */
export async function matchRequest(sql: Sql, request: string, now: Date): Promise<void> {
  // What `<%` means in this transaction.
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_SCORE)}, true)`
  const candidates = fragment`
    select request.id as request_id, book.id as book_id
    from market.request
    cross join lateral (
      select id from market.book where status = 0 and deleted_at is null and isbn13 = request.isbn13
      union
      select id from market.book
      where status = 0 and deleted_at is null and course_key = request.course_key and request.course_key <> ''
      union
      select id from market.book
      where status = 0 and deleted_at is null
        and (request.title <% search_text or (request.title !~ ${THREE_LETTERS}
                                              and position(request.title in search_text) > 0))) found
    join market.book on book.id = found.id and book.owner_id <> request.owner_id
    where request.id = ${request} and request.status = 0`
  await storePairs(sql, candidates, fragment`match.request_id = ${request}`, MOST_AT_ONCE, now)
}

interface Pair {
  request: string
  requester: string
  requestName: string
  book: string
  name: string
  course: string
  condition: string
  price: number
}

/** Keeps the pairs that fit, lets go of those that no longer do, and tells about each new one, once. */
async function storePairs(sql: Sql, candidates: Fragment, among: Fragment, most: number | undefined, now: Date) {
  const fresh = await sql<Pair[]>`
    with scored as (
      select candidate.*, greatest(fit.isbn, fit.course, fit.title)::real as score,
             case when fit.isbn > 0 then 'isbn' when fit.course >= fit.title then 'course' else 'title' end as reason
      from (${candidates}) candidate
      join market.request on request.id = candidate.request_id
      join market.book on book.id = candidate.book_id
      cross join lateral (
        select case when request.isbn13 = book.isbn13 then 1.0 else 0 end as isbn,
               case when request.course_key <> '' and request.course_key = book.course_key then 0.6 else 0 end as course,
               market.title_score(request.title, book.search_text) as title) fit),
    kept as (
      insert into market.match (request_id, book_id, score, reason, created_at)
      select request_id, book_id, score, reason, ${now} from scored where score >= ${LEAST_SCORE}
      order by score desc, book_id desc limit ${most ?? null}::integer
      on conflict (request_id, book_id)
        do update set score = excluded.score, reason = excluded.reason, current = true
      returning request_id, book_id, xmax = 0 as fresh),
    gone as (
      update market.match set current = false
      where ${among} and current
        and not exists (select from kept
                        where kept.request_id = match.request_id and kept.book_id = match.book_id))
    select kept.request_id as request, request.owner_id as requester, request.name as "requestName",
           kept.book_id as book, book.name, book.course, book.condition, book.price_cents as price
    from kept join market.request on request.id = kept.request_id join market.book on book.id = kept.book_id
    where kept.fresh`
  const told = fresh.map(({ request, requester, requestName, book, ...facts }) =>
    news('matchFound', `${request} ${book}`, { account: requester }, { ...facts, book, request: requestName }),
  )
  await tell(sql, now, told)
}
