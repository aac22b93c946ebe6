import { type Fragment, fragment, joined, type Sql } from '@portico/kit/database/sql'
import { containing } from '../search/query.ts'

/** Text that may be matched by its title: what somebody asks for, or a book on sale. */
export interface Titled {
  id: string
  name: string
  author: string
  course: string
  /** 0 when it is not said. */
  edition: number
}

/** A request says no edition; that of its ISBN is known where the catalogue has it. */
const ASKED = fragment`
  request.name, request.author, request.course, coalesce(known.edition, 0) as edition
  from market.request left join market.catalogue_book known on known.isbn13 = request.isbn13`

/** A request that is open. */
export async function findOpenRequest(sql: Sql, id: string): Promise<Titled | undefined> {
  const [found] = await sql<Titled[]>`
    select request.id, ${ASKED} where request.id = ${id} and request.status = 0`
  return found
}

export async function findBookOnSale(sql: Sql, id: string): Promise<Titled | undefined> {
  const [found] = await sql<Titled[]>`
    select id, name, author, course, edition from market.book where id = ${id} and status = 0 and deleted_at is null`
  return found
}

/** Keeps a book as it is until the transaction ends: whoever changes or compares it waits. */
export async function holdBook(sql: Sql, id: string): Promise<void> {
  await sql`select from market.book where id = ${id} for no key update`
}

/** Open requests of others whose titles hold one of these words, or one like it. */
export function listRequestsWith(sql: Sql, book: string, words: readonly string[], most: number) {
  return sql<Titled[]>`
    select request.id, ${ASKED}
    where request.status = 0 and (${holdsOne(fragment`request.title`, words)})
      and request.owner_id <> (select owner_id from market.book where id = ${book})
    limit ${most}`
}

/** Books on sale of others whose texts hold one of these words, or one like it; those that hold most of them, then the newest. */
export function listBooksWith(sql: Sql, request: string, words: readonly string[], most: number) {
  return sql<Titled[]>`
    select book.id, book.name, book.author, book.course, book.edition from market.book
    where book.status = 0 and book.deleted_at is null and (${holdsOne(fragment`book.search_text`, words)})
      and book.owner_id <> (select owner_id from market.request where id = ${request})
    order by ${heldOf(fragment`book.search_text`, words)} desc, book.listed_at desc, book.id desc limit ${most}`
}

/** Words without three letters or digits have no trigrams worth comparing: they are looked for as they are. */
function holdsOne(text: Fragment, words: readonly string[]): Fragment {
  const each = words.map(word =>
    /[\p{L}\p{N}]{3}/u.test(word) ? fragment`${text} %> ${word}` : fragment`${text} like ${containing(word)}`,
  )
  return joined(each, ' or ')
}

/** How many of these words a text holds. */
function heldOf(text: Fragment, words: readonly string[]): Fragment {
  const each = words.map(word => fragment`(${text} like ${containing(word)})::integer`)
  return joined(each, ' + ')
}

/** From which word similarity on `%>` holds in this transaction. */
export async function setLikeness(sql: Sql, least: number): Promise<void> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(least)}, true)`
}

/** How many titles hold each of these words, and how many titles there are; counting stops at 20,000. */
export async function countWords(sql: Sql, words: readonly string[]) {
  const [found] = await sql<{ uses: Record<string, number>; titles: number }[]>`
    select coalesce((select json_object_agg(word, uses) from market.word where word = any(${words})), '{}') as uses,
           (select count(*)::integer from (select from market.title limit 20000) counted) as titles`
  return found ?? { uses: {}, titles: 0 }
}

/** A title that fits, with how well. */
export interface Fitting {
  id: string
  score: number
}

/** Pairs of a book with open requests that have its ISBN or course, or a title that fits. */
export function requestsFor(book: string, fitting: readonly Fitting[]): Fragment {
  const open = fragment`select id from market.request where status = 0`
  return fragment`
    select request.id as request_id, book.id as book_id, coalesce(fitting.score, 0) as title
    from (${open} and isbn13 = (select isbn13 from market.book where id = ${book})
          union ${open} and course_key <> '' and course_key = (select course_key from market.book where id = ${book})
          union select id from ${rowsOf(fitting)}) found
    join market.request on request.id = found.id and request.status = 0
    join market.book on book.id = ${book} and book.status = 0 and book.deleted_at is null
      and book.owner_id <> request.owner_id
    left join ${rowsOf(fitting)} on fitting.id = request.id`
}

/** Pairs of a request with books on sale that have its ISBN or course, the newest of each, or a title that fits. */
export function booksFor(request: string, fitting: readonly Fitting[], mostOfEach: number): Fragment {
  const newest = (where: Fragment) => fragment`
    (select book.id from market.book join market.request asked on asked.id = ${request}
     where book.status = 0 and book.deleted_at is null and book.owner_id <> asked.owner_id and ${where}
     order by book.listed_at desc, book.id desc limit ${mostOfEach})`
  return fragment`
    select request.id as request_id, book.id as book_id, coalesce(fitting.score, 0) as title
    from (${newest(fragment`book.isbn13 = asked.isbn13`)}
          union ${newest(fragment`book.course_key = asked.course_key and asked.course_key <> ''`)}
          union select id from ${rowsOf(fitting)}) found
    join market.book on book.id = found.id and book.status = 0 and book.deleted_at is null
    join market.request on request.id = ${request} and request.status = 0 and request.owner_id <> book.owner_id
    left join ${rowsOf(fitting)} on fitting.id = book.id`
}

function rowsOf(fitting: readonly Fitting[]): Fragment {
  return fragment`json_to_recordset(${JSON.stringify(fitting)}::text::json) as fitting (id text, score real)`
}
