import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { authorOf } from '../catalogue/store.ts'
import type { Description } from './rules.ts'

/** A book as rules and pages need it, before it is shaped for anyone. */
export interface BookRow {
  id: string
  ownerId: string
  name: string
  course: string
  condition: string
  priceCents: number
  status: number
  buyerId: string | null
  purchaseId: string | null
  verifiedAt: Date | null
  pictures: string[]
}

export async function findBook(sql: Sql, id: string): Promise<BookRow | undefined> {
  const [book] = await sql<BookRow[]>`
    select id, owner_id as "ownerId", name, course, condition, price_cents as "priceCents", status,
           buyer_id as "buyerId", purchase_id as "purchaseId", verified_at as "verifiedAt", pictures
    from market.book where id = ${id} and deleted_at is null`
  return book
}

/** 404 for a book that is not there and for one that is not yours alike. */
export async function findOwnBook(sql: Sql, id: string, ownerId: string): Promise<BookRow> {
  const book = await findBook(sql, id)
  if (book?.ownerId !== ownerId) throw failure('missing', 'There is no such book of yours')
  return book
}

export async function insertBook(sql: Sql, ownerId: string, book: Description, now: Date): Promise<string> {
  const [inserted] = await sql<{ id: string }[]>`
    insert into market.book (owner_id, name, author, edition, course, course_key, price_cents, condition, comments,
                             isbn, isbn13, isbn_warning, posted_at, listed_at)
    values (${ownerId}, ${book.name}, ${authorOf(book)}, ${book.edition}, ${book.course}, ${book.courseKey},
            ${book.priceCents}, ${book.condition}, ${book.comments}, ${book.isbn.typed}, ${book.isbn.isbn13}, ${book.isbn.warning},
            ${now}, ${now})
    returning id`
  if (!inserted) throw new Error('an insert gave no row')
  await sql`
    insert into market.book_move (book_id, move, to_status, by_id, at)
    values (${inserted.id}, 'post', 0, ${ownerId}, ${now})`
  return inserted.id
}

/** Only what is not in a sale may change: its buyer bought what was described. */
export async function changeBook(sql: Sql, id: string, ownerId: string, book: Description): Promise<boolean> {
  const changed = await sql`
    update market.book set name = ${book.name}, author = ${authorOf(book)}, edition = ${book.edition}, course = ${book.course},
      course_key = ${book.courseKey}, price_cents = ${book.priceCents}, condition = ${book.condition},
      comments = ${book.comments}, isbn = ${book.isbn.typed}, isbn13 = ${book.isbn.isbn13},
      isbn_warning = ${book.isbn.warning}
    where id = ${id} and owner_id = ${ownerId} and status in (0, 5) and deleted_at is null
    returning id`
  return changed.length > 0
}

/** Deletes a book that is not in a sale: a sold one is somebody's purchase. Its pictures, whose files can be deleted. */
export async function removeBook(sql: Sql, id: string, ownerId: string, now: Date): Promise<string[] | undefined> {
  const [removed] = await sql<{ pictures: string[] }[]>`
    update market.book set deleted_at = ${now}, pictures = '{}'
    from (select id, pictures from market.book
          where id = ${id} and owner_id = ${ownerId} and status in (0, 5) and deleted_at is null for update) before
    where book.id = before.id
    returning before.pictures`
  if (!removed) return undefined
  await sql`delete from market.cart_item where book_id = ${id}`
  await sql`delete from market.match where book_id = ${id}`
  return removed.pictures
}

/** Counts the age of a listing from now on; false when the book is not on sale. */
export async function renewListing(sql: Sql, id: string, now: Date): Promise<boolean> {
  const renewed = await sql`
    update market.book set listed_at = ${now}, warned_at = null
    where id = ${id} and status = 0 and deleted_at is null returning id`
  return renewed.length > 0
}

export interface IsbnListing {
  name: string
  author: string
  edition: number
  course: string
  averageCents: number
}

/** The latest book with this ISBN, and the average price of all of them. */
export async function findByIsbn(sql: Sql, isbn13: string): Promise<IsbnListing | undefined> {
  const [book] = await sql<IsbnListing[]>`
    select name, author, edition, course, (avg(price_cents) over ())::float8 as "averageCents"
    from market.book where isbn13 = ${isbn13} order by posted_at desc, id desc limit 1`
  return book
}
