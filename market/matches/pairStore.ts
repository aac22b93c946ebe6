import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'

/** Below this a pair is not a match. Titles must fit better: `LEAST_TITLE`. */
export const LEAST_SCORE = 0.45

export interface PairOptions {
  /** The candidates are all there are for this book: its other pairs no longer fit and are dropped. */
  onlyBook?: string
  /** Keep only so many, those with the best scores. */
  most?: number
  now: Date
}

/** Scores candidates (`request_id`, `book_id`, and `title`: how well the titles fit) and stores the pairs that fit; those that were not stored before. */
export function storePairs(sql: Sql, candidates: Fragment, { onlyBook, most, now }: PairOptions) {
  return sql<Pair[]>`
    with scored as (
      select candidate.request_id, candidate.book_id, greatest(fit.isbn, fit.course, fit.title)::real as score,
             case when fit.isbn > 0 then 'isbn' when fit.course >= fit.title then 'course' else 'title' end as reason
      from (${candidates}) candidate
      join market.request on request.id = candidate.request_id
      join market.book on book.id = candidate.book_id
      cross join lateral (
        select case when request.isbn13 = book.isbn13 then 1.0 else 0 end as isbn,
               case when request.course_key <> '' and request.course_key = book.course_key then 0.6 else 0 end as course,
               candidate.title as title) fit),
    kept as (
      insert into market.match (request_id, book_id, score, reason, created_at)
      select request_id, book_id, score, reason, ${now} from scored where score >= ${LEAST_SCORE}
      order by score desc, book_id desc, request_id limit ${most ?? null}::integer
      on conflict (request_id, book_id)
        do update set score = excluded.score, reason = excluded.reason, current = true
      returning request_id, book_id, xmax = 0 as fresh),
    gone as (
      update market.match set current = false
      where ${onlyBook ? fragment`match.book_id = ${onlyBook}` : fragment`false`} and current
        and not exists (select from kept
                        where kept.request_id = match.request_id and kept.book_id = match.book_id))
    select kept.request_id as request, request.owner_id as requester, request.name as "requestName",
           kept.book_id as book, book.name, book.course, book.condition, book.price_cents as price
    from kept join market.request on request.id = kept.request_id join market.book on book.id = kept.book_id
    where kept.fresh`
}

export interface Pair {
  request: string
  requester: string
  requestName: string
  book: string
  name: string
  course: string
  condition: string
  price: number
}
