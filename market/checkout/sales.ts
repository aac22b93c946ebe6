import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { BookId } from '../books/ids.ts'
import { listPurchasesOf, listSalesOf } from '../books/saleStore.ts'
import { SaleBooks } from '../books/wire.ts'
import { listTransactionsOf } from '../dashboard/transactionStore.ts'
import { Transactions } from '../dashboard/transactionWire.ts'
import { endSale } from './endSale.ts'

export const getPurchasedBooks = operation({
  route: 'GET /user/getPurchasedBooks',
  summary: 'Books you bought, newest purchase first',
  query: PagingQuery,
  reply: SaleBooks,
  run: ({ query }, { sql, user }) => listPurchasesOf(sql, user.id, query),
})

export const getSoldBooks = operation({
  route: 'GET /user/getSoldBooks',
  summary: 'Books of yours that somebody bought, newest sale first',
  query: PagingQuery,
  reply: SaleBooks,
  run: ({ query }, { sql, user }) => listSalesOf(sql, user.id, query),
})

export const getTransactions = operation({
  route: 'GET /user/getTransactions',
  summary: 'Your checkouts with every book of them and how it ended, newest first',
  query: PagingQuery,
  reply: Transactions,
  run: ({ query }, { sql, user }) => listTransactionsOf(sql, user.id, query),
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
