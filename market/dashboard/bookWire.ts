import { nullable } from '@portico/kit/api/schemas'
import { fragment } from '@portico/kit/database/sql'
import Type from 'typebox'
import { BOOK, SALE, SaleBook } from '../books/wire.ts'
import { PERSON, Person } from './peopleWire.ts'

export const ExtendedBook = Type.Intersect([
  SaleBook,
  Type.Object({ ownerObject: nullable(Person), buyerObject: nullable(Person) }),
])

/** A book with the people of its sale, for a row `book` of market.book. */
export const EXTENDED = fragment`
  ${BOOK}, ${SALE},
  (select row_to_json(row) from (select ${PERSON} from market.account where account.id = book.owner_id) row)
    as "ownerObject",
  (select row_to_json(row) from (select ${PERSON} from market.account where account.id = book.buyer_id) row)
    as "buyerObject"`

export const ExtendedBooks = Type.Object({ books: Type.Array(ExtendedBook) })

const Waiting = Type.Array(ExtendedBook)

export const Queue = Type.Object({ toVerify: Waiting, toCharge: Waiting, toPay: Waiting })

export const BookHistory = Type.Object({
  moves: Type.Array(
    Type.Object({
      move: Type.String(),
      from: nullable(Type.Integer()),
      to: Type.Integer(),
      by: nullable(Type.String()),
      reason: Type.String(),
      transaction: nullable(Type.String()),
      date: Type.Integer(),
    }),
  ),
})
