import { optional } from '@portico/kit/schemas'
import Type from 'typebox'
import { openOperation, operation } from '../api/operation.ts'
import { PagingQuery, pageOf } from '../api/paging.ts'
import { ListedBooks } from '../books/wire.ts'
import { searchBooks } from './search.ts'

const SearchLine = Type.String({ minLength: 1, maxLength: 200 })

const FilterQuery = {
  minPrice: optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  maxPrice: optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  condition: optional(Type.String({ maxLength: 40 })),
  course: optional(Type.String({ maxLength: 40 })),
  edition: optional(Type.Integer({ minimum: 0, maximum: 900 })),
  ...PagingQuery,
}

export const searchPublic = openOperation({
  route: 'GET /books/search/public/{query}',
  summary: 'Search books on sale without a token',
  signIn: 'none',
  params: { query: SearchLine },
  query: FilterQuery,
  reply: ListedBooks,
  run: ({ params, query }, { sql }) => searchBooks(sql, params.query, query, undefined, pageOf(query)),
})

export const search = operation({
  route: 'GET /books/search/{query}',
  summary: "Search books on sale by title, course code or ISBN, other people's only",
  params: { query: SearchLine },
  query: FilterQuery,
  reply: ListedBooks,
  run: ({ params, query }, { sql, user }) => searchBooks(sql, params.query, query, user.id, pageOf(query)),
})
