import { failure } from '@portico/kit/api/failure'
import { json } from '@portico/kit/api/json'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { requireMemberAlone } from '../auth/signIn.ts'
import { BookId } from '../books/ids.ts'
import { findBook } from '../books/store.ts'
import { feeOf } from '../checkout/fee.ts'
import { LIMITS } from '../limits.ts'
import { readSettings } from '../settings/store.ts'
import { addCartItem, readCart, removeCartItem, removeCartItems } from './store.ts'
import { Cart } from './wire.ts'

export const getCartItems = operation({
  route: 'GET /user/getCartItems',
  summary: 'What is in your cart, and what it comes to',
  reply: Cart,
  async run(_, { sql, user }) {
    const { feeBp } = await readSettings(sql)
    const { books, subtotalCents } = await readCart(sql, user.id)
    const feeCents = feeOf(subtotalCents, feeBp)
    const sums = { subtotal: subtotalCents / 100, fee: feeCents / 100, total: (subtotalCents + feeCents) / 100 }
    return json(`{"books":${books},${JSON.stringify(sums).slice(1)}`)
  },
})

export const addToCart = operation({
  route: 'POST /user/addToCart',
  summary: 'Put a book into your cart; it stays on sale for everyone until somebody checks out',
  status: 202,
  body: { bookID: BookId },
  reply: Type.Object({ bookID: Type.String() }),
  async run({ body }, { sql, user, now }) {
    await requireMemberAlone(sql, user)
    const book = await findBook(sql, body.bookID)
    if (!book || (book.status === 5 && book.ownerId !== user.id)) throw failure('missing', 'There is no such book')
    if (book.ownerId === user.id) throw failure('conflict', 'This is your own book')
    if (book.status !== 0) throw failure('conflict', 'This book was just bought', { unavailable: [book.id] })
    const added = await addCartItem(sql, user.id, book.id, now)
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
    const removed = await removeCartItem(sql, user.id, body.bookID)
    if (!removed) throw failure('missing', 'This book is not in your cart')
    return { bookID: body.bookID }
  },
})

export const clearCart = operation({
  route: 'POST /user/clearCart',
  summary: 'Empty your cart',
  reply: Type.Object({ removed: Type.Integer() }),
  run: async (_, { sql, user }) => ({ removed: await removeCartItems(sql, user.id) }),
})
