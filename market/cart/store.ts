import type { Sql } from '@portico/kit/database/sql'
import { BOOK } from '../books/wire.ts'
import { LIMITS } from '../limits.ts'

/** The books of a cart as JSON text, and the prices of those that can still be bought, in cents. */
export async function readCart(sql: Sql, accountId: string): Promise<{ books: string; subtotalCents: number }> {
  const [cart] = await sql<{ books: string; subtotalCents: number }[]>`
    select coalesce(json_agg(row_to_json(row)), '[]')::text as books,
           coalesce(sum(row.price * 100) filter (where row.available), 0)::bigint as "subtotalCents"
    from (select ${BOOK}, book.status = 0 as available
          from market.cart_item item join market.book on book.id = item.book_id
          where item.account_id = ${accountId} and book.deleted_at is null
          order by item.added_at desc, book.id desc) row`
  return cart ?? { books: '[]', subtotalCents: 0 }
}

/** Adds a book once; false when the cart is full. The account is held alone. */
export async function addCartItem(sql: Sql, accountId: string, bookId: string, now: Date): Promise<boolean> {
  const [added] = await sql`
    insert into market.cart_item (account_id, book_id, added_at)
    select ${accountId}, ${bookId}, ${now}
    where (select count(*) from market.cart_item
           where account_id = ${accountId} and book_id <> ${bookId}) < ${LIMITS.cartBooks}
    on conflict (account_id, book_id) do update set book_id = excluded.book_id
    returning book_id`
  return added !== undefined
}

/** False when the book was not in the cart. */
export async function removeCartItem(sql: Sql, accountId: string, bookId: string): Promise<boolean> {
  const removed = await sql`
    delete from market.cart_item where account_id = ${accountId} and book_id = ${bookId} returning book_id`
  return removed.length > 0
}

/** Empties a cart; how many books were in it. */
export async function removeCartItems(sql: Sql, accountId: string): Promise<number> {
  const removed = await sql`delete from market.cart_item where account_id = ${accountId} returning book_id`
  return removed.length
}

/** The ids of all books in a cart. */
export async function listCartBooks(sql: Sql, accountId: string): Promise<string[]> {
  const items = await sql<{ book: string }[]>`
    select book_id as book from market.cart_item where account_id = ${accountId}`
  return items.map(item => item.book)
}
