import Type from 'typebox'
import { openOperation, operation } from '../api/operation.ts'
import { Limit, PagingQuery, Skip } from '../api/paging.ts'
import { FilterQuery } from './filters.ts'
import { listBooks } from './listStore.ts'
import { listPostsOf } from './saleStore.ts'
import { ListedBooks, SaleBooks } from './wire.ts'

export const getBooksNoToken = openOperation({
  route: 'GET /books/getBooksNoToken/{limit}/{skip}',
  summary: 'Books on sale without a token; limit and skip are rows, at most 100 at once',
  signIn: 'none',
  params: { limit: Limit, skip: Skip },
  reply: ListedBooks,
  run: ({ params }, { sql }) => listBooks(sql, undefined, params),
})

export const getAllBooks = openOperation({
  route: 'GET /books/getAllBooks',
  summary: 'Books on sale, newest first; with a token without your own, and saying what is in your cart',
  signIn: 'optional',
  query: FilterQuery,
  reply: ListedBooks,
  run: ({ query }, { sql, user }) => listBooks(sql, user?.id, query),
})

export const getUsersPosts = operation({
  route: 'GET /books/getUsersPosts',
  summary: 'Your own books, sold and unlisted ones too',
  query: PagingQuery,
  reply: SaleBooks,
  run: ({ query }, { sql, user }) => listPostsOf(sql, user.id, query),
})

export const booksHealth = openOperation({
  route: 'GET /books',
  summary: 'Whether this group is up',
  signIn: 'none',
  reply: Type.Object({}),
  run: async () => ({}),
})
