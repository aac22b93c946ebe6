import { optional } from '@portico/kit/schemas'
import { fragment } from '@portico/kit/sql'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { BookId } from '../books/ids.ts'
import { listSales } from '../books/listing.ts'
import { SaleBooks } from '../books/wire.ts'
import { listTransactions, Transactions } from '../dashboard/transactions.ts'
import { endSale } from './endSale.ts'

export const getPurchasedBooks = operation({
  route: 'GET /user/getPurchasedBooks',
  summary: 'Books you bought, newest purchase first',
  query: PagingQuery,
  reply: SaleBooks,
  run: ({ query }, { sql, user }) => listSales(sql, fragment`book.buyer_id = ${user.id}`, 'sold_at', query),
})

export const getSoldBooks = operation({
  route: 'GET /user/getSoldBooks',
  summary: 'Books of yours that somebody bought, newest sale first',
  query: PagingQuery,
  reply: SaleBooks,
  run: ({ query }, { sql, user }) =>
    listSales(sql, fragment`book.owner_id = ${user.id} and book.status in (1, 2, 3)`, 'sold_at', query),
})

export const getTransactions = operation({
  route: 'GET /user/getTransactions',
  summary: 'Your checkouts with every book of them and how it ended, newest first',
  query: PagingQuery,
  reply: Transactions,
  run: ({ query }, { sql, user }) => listTransactions(sql, fragment`purchase.buyer_id = ${user.id}`, query),
})

export const cancelPurchase = operation({
  route: 'POST /user/cancelPurchase',
  summary: 'Cancel a purchase of yours while the book has not been dropped off',
  body: { bookID: BookId, reason: optional(Type.String({ maxLength: 300 })) },
  reply: Type.Object({ bookID: Type.String() }),
  async run({ body: { bookID, reason = 'by the buyer' } }, { sql, user, now }) {
    const onlyIf = { verified: false, buyer: user.id }
    await endSale(sql, { book: bookID, move: 'cancel', mover: 'buyer', by: user.id, now, reason, onlyIf })
    return { bookID }
  },
})
