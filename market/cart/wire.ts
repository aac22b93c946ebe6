import Type from 'typebox'
import { Book } from '../books/wire.ts'

const CartBook = Type.Intersect([Book, Type.Object({ available: Type.Boolean() })])

export const Cart = Type.Object({
  books: Type.Array(CartBook),
  subtotal: Type.Number({ description: 'Of the books that are still available' }),
  fee: Type.Number(),
  total: Type.Number(),
})
