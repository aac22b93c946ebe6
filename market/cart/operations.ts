import { failure } from '@portico/kit/failure'
import { json } from '@portico/kit/json'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { BookId } from '../books/ids.ts'
import { findBook } from '../books/store.ts'
import { BOOK, Book } from '../books/wire.ts'
import { feeOf } from '../checkout/fee.ts'
import { LIMITS } from '../limits.ts'
import { readSettings } from '../settings/settings.ts'

const CartBook = Type.Intersect([Book, Type.Object({ available: Type.Boolean() })])

export const Cart = Type.Object({
  books: Type.Array(CartBook),
  subtotal: Type.Number({ description: 'Of the books that are still available' }),
  fee: Type.Number(),
  total: Type.Number(),
})

export const getCartItems = operation({
  route: 'GET /user/getCartItems',
  summary: 'What is in your cart, and what it comes to',
  reply: Cart,
  async run(_, { sql, user }) {
    const { feeBp } = await readSettings(sql)
    const [cart] = await sql<{ books: string; subtotal: number }[]>`
      select coalesce(json_agg(row_to_json(row)), '[]')::text as books,
             coalesce(sum(row.price * 100) filter (where row.available), 0)::bigint as subtotal
      from (select ${BOOK}, book.status = 0 as available
            from market.cart_item item join market.book on book.id = item.book_id
            where item.account_id = ${user.id} and book.deleted_at is null
            order by item.added_at desc, book.id desc) row`
    const subtotal = cart?.subtotal ?? 0
    const fee = feeOf(subtotal, feeBp)
    const sums = { subtotal: subtotal / 100, fee: fee / 100, total: (subtotal + fee) / 100 }
    return json(`{"books":${cart?.books ?? '[]'},${JSON.stringify(sums).slice(1)}`)
  },
})

export const addToCart = operation({
  route: 'POST /user/addToCart',
  summary: 'Put a book into your cart; it stays on sale for everyone until somebody checks out',
  status: 202,
  body: { bookID: BookId },
  reply: Type.Object({ bookID: Type.String() }),
  async run({ body }, { sql, user, now }) {
    const book = await findBook(sql, body.bookID)
    if (!book || (book.status === 5 && book.ownerId !== user.id)) throw failure('missing', 'There is no such book')
    if (book.ownerId === user.id) throw failure('conflict', 'This is your own book')
    if (book.status !== 0) throw failure('conflict', 'This book was just bought', { unavailable: [book.id] })
    // One after another: two that come at once would both find room for the last book.
    await sql`select from market.account where id = ${user.id} for no key update`
    const [added] = await sql`
      insert into market.cart_item (account_id, book_id, added_at)
      select ${user.id}, ${book.id}, ${now}
      where (select count(*) from market.cart_item where account_id = ${user.id} and book_id <> ${book.id}) < ${LIMITS.cartBooks}
      on conflict (account_id, book_id) do update set book_id = excluded.book_id
      returning book_id`
    if (!added) throw failure('conflict', `A cart holds at most ${LIMITS.cartBooks} books`)
    return { bookID: book.id }
  },
})

export const removeFromCart = operation({
  route: 'POST /user/removeFromCart',
  summary: 'Take a book out of your cart',
  body: { bookID: BookId },
  reply: Type.Object({ bookID: Type.String() }),
  async run({ body }, { sql, user }) {
    const removed = await sql`
      delete from market.cart_item where account_id = ${user.id} and book_id = ${body.bookID} returning book_id`
    if (removed.length === 0) throw failure('missing', 'This book is not in your cart')
    return { bookID: body.bookID }
  },
})

export const clearCart = operation({
  route: 'POST /user/clearCart',
  summary: 'Empty your cart',
  reply: Type.Object({ removed: Type.Integer() }),
  async run(_, { sql, user }) {
    const removed = await sql`delete from market.cart_item where account_id = ${user.id} returning book_id`
    return { removed: removed.length }
  },
})
