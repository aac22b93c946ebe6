import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { MOST_ROWS, PagingQuery } from '../api/paging.ts'
import { BookId, BookRef, idOf } from '../books/ids.ts'
import { STATUSES } from '../books/moves.ts'
import { listBooksWithStatus } from '../books/saleStore.ts'
import { SaleBooks } from '../books/wire.ts'
import { listExtendedBooks, listMoves, readQueue, wasPosted } from './bookStore.ts'
import { BookHistory, ExtendedBooks, Queue } from './bookWire.ts'

export const getBooksWithStatus = operation({
  route: 'GET /dashboard/getBooksWithStatus/{status}',
  summary: 'Books of one status: 0, 1, 2, 3 or 5',
  scopes: ['admin'],
  params: { status: Type.String() },
  query: PagingQuery,
  reply: SaleBooks,
  async run({ params, query }, { sql }) {
    const status = STATUSES.find(known => String(known) === params.status)
    if (status === undefined)
      throw failure('invalid', `status must be one of ${STATUSES.join(', ')}`, { field: 'status' })
    return listBooksWithStatus(sql, status, query)
  },
})

export const getPurchasedBooksToPay = operation({
  route: 'GET /dashboard/getPurchasedBooks',
  summary: 'Books that are charged and wait for delivery and payment',
  scopes: ['admin'],
  query: PagingQuery,
  reply: SaleBooks,
  run: ({ query }, { sql }) => listBooksWithStatus(sql, 2, query),
})

export const extendBookInfo = operation({
  route: 'POST /dashboard/extendBookInfo',
  summary: 'Books with seller and buyer, by id',
  scopes: ['admin'],
  transaction: 'none',
  body: { books: Type.Array(BookRef, { maxItems: MOST_ROWS }) },
  reply: ExtendedBooks,
  run: ({ body }, { sql }) => listExtendedBooks(sql, body.books.map(idOf)),
})

export const getQueue = operation({
  route: 'GET /dashboard/getQueue',
  summary: 'The work that waits, oldest sale first: to verify, to charge, to pay',
  scopes: ['admin'],
  reply: Queue,
  run: (_, { sql }) => readQueue(sql),
})

export const getBookHistory = operation({
  route: 'GET /dashboard/getBookHistory/{bookID}',
  summary: 'Every move of a book',
  scopes: ['admin'],
  params: { bookID: BookId },
  reply: BookHistory,
  async run({ params }, { sql }) {
    if (!(await wasPosted(sql, params.bookID))) throw failure('missing', 'There is no such book')
    return listMoves(sql, params.bookID)
  },
})
