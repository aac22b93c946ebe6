import Type from 'typebox'
import { openOperation, operation } from '../api/operation.ts'
import { FilterQuery } from '../books/filters.ts'
import { ListedBooks } from '../books/wire.ts'
import { searchBooks } from './search.ts'

const SearchLine = Type.String({ minLength: 1, maxLength: 200 })

export const searchPublic = openOperation({
  route: 'GET /books/search/public/{query}',
  summary: 'Search books on sale without a token',
  signIn: 'none',
  params: { query: SearchLine },
  query: FilterQuery,
  reply: ListedBooks,
  run: ({ params, query }, { sql }) => searchBooks(sql, params.query, { viewer: undefined, ...query }),
})

export const search = operation({
  route: 'GET /books/search/{query}',
  summary: "Search books on sale by title, course code or ISBN, other people's only",
  params: { query: SearchLine },
  query: FilterQuery,
  reply: ListedBooks,
  run: ({ params, query }, { sql, user }) => searchBooks(sql, params.query, { viewer: user.id, ...query }),
})
