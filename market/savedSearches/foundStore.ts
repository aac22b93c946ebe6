import { fragment, joined, type Sql } from '@portico/kit/database/sql'
import type { Filters } from '../books/filters.ts'
import { readQuery } from '../search/query.ts'
import { sought } from '../search/store.ts'
import type { BookText } from './anchors.ts'

/** A book on sale, and the move that put it there. */
export interface ListedText extends BookText {
  id: string
  name: string
  listing: string
}

export async function findListedText(sql: Sql, id: string): Promise<ListedText | undefined> {
  const [found] = await sql<ListedText[]>`
    select id, name, search_text as text, isbn13, course_key as "courseKey",
           (select max(move.id)::text from market.book_move move where move.book_id = book.id and move.to_status = 0)
             as listing
    from market.book where id = ${id} and status = 0 and deleted_at is null`
  return found
}

export interface SavedQuery {
  id: string
  ownerId: string
  name: string
  line: string
  filters: Filters
}

/**
 * Searches with one of these anchors, whose owners are neither suspended nor gone, in the order of their ids. The anchors
 * are looked up first: to walk along the ids for the limit would read searches that have nothing to do with the book.
 */
export function listSearchesWith(sql: Sql, keys: readonly string[], after: string, most: number) {
  return sql<SavedQuery[]>`
    with anchored as materialized (select id from market.saved_search where anchors && ${keys}::text[])
    select search.id, search.owner_id as "ownerId", search.name, search.line, search.filters
    from anchored join market.saved_search search on search.id = anchored.id
    join market.account on account.id = search.owner_id and account.suspended_at is null and account.deleted_at is null
    where search.id > ${after} order by search.id limit ${most}`.freshlyPlanned()
}

/** Which of these searches find the book: each asks as the listing does, for this one book. */
export async function findMet(sql: Sql, book: string, searches: readonly SavedQuery[]): Promise<string[]> {
  if (searches.length === 0) return []
  const each = searches.map(({ id, ownerId, line, filters }) => {
    const query = line === '' ? undefined : readQuery(line)
    return fragment`select ${id}::text as id from market.book
                    where book.id = ${book} and ${sought(query, { ...filters, viewer: ownerId })}`
  })
  const met = await sql<{ id: string }[]>`${joined(each, ' union all ')}`.freshlyPlanned()
  return met.map(({ id }) => id)
}

/**
 * Stores what the searches found; the searches whose owners have to be told. A book that is listed again is told again,
 * a day after it was told last: somebody who lists and unlists a book all day is not heard all day.
 */
export async function storeFound(
  sql: Sql,
  { id, listing }: ListedText,
  searches: readonly string[],
  { now, toldBefore }: { now: Date; toldBefore: Date },
): Promise<string[]> {
  const fresh = await sql<{ id: string }[]>`
    insert into market.found_book as known (search_id, book_id, listing, found_at)
    select search_id, ${id}, ${listing}::bigint, ${now} from unnest(${searches}::text[]) search_id
    where exists (select from market.saved_search where saved_search.id = search_id)
    order by search_id
    on conflict (search_id, book_id) do update set listing = excluded.listing, found_at = excluded.found_at, mailed = false
      where known.listing < excluded.listing and known.found_at <= ${toldBefore}
    returning search_id as id`
  const ids = fresh.map(found => found.id)
  // Locked in one order, also when there is news already: the job that mails may just be taking it.
  await sql`
    with locked as (
      select id from market.saved_search where id = any(${ids}::text[]) order by id for no key update)
    update market.saved_search search set news_at = coalesce(search.news_at, ${now})
    from locked where search.id = locked.id`
  return ids
}

/** Searches with news and no mail since a time, locked; those another process is mailing for are left to it. */
export function lockSearchesWithNews(sql: Sql, mailedBefore: Date, most: number) {
  return sql<{ id: string; ownerId: string; name: string; wanted: boolean }[]>`
    select search.id, search.owner_id as "ownerId", search.name,
           search.mail and account.suspended_at is null and account.deleted_at is null as wanted
    from market.saved_search search join market.account on account.id = search.owner_id
    where search.news_at is not null and (search.mailed_at is null or search.mailed_at <= ${mailedBefore})
    order by search.id limit ${most} for no key update of search skip locked`
}

export interface FoundBook {
  search: string
  book: string
  name: string
  course: string
  condition: string
  price: number
  /** How many there are of this search in all. */
  count: number
}

/** For each search the latest books it found that were not mailed and are still on sale. */
export function listNews(sql: Sql, searches: readonly string[], mostOfEach: number) {
  return sql<FoundBook[]>`
    select search, found.* from unnest(${searches}::text[]) search
    cross join lateral (
      select book.id as book, book.name, book.course, book.condition, book.price_cents as price,
             count(*) over ()::integer as count
      from market.found_book known join market.book on book.id = known.book_id
      where known.search_id = search and not known.mailed and book.status = 0 and book.deleted_at is null
      order by known.found_at desc, known.listing desc limit ${mostOfEach}) found`
}

/** What these searches found is told; a search that gets a mail gets none before tomorrow. */
export async function endNews(
  sql: Sql,
  { searches, mailed, now }: { searches: readonly string[]; mailed: readonly string[]; now: Date },
): Promise<void> {
  await sql`update market.found_book set mailed = true where search_id = any(${searches}::text[]) and not mailed`
  await sql`
    update market.saved_search
    set news_at = null, mailed_at = case when id = any(${mailed}::text[]) then ${now}::timestamptz else mailed_at end
    where id = any(${searches}::text[])`
}
