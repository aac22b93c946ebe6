import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { readIsbn } from './isbn.ts'
import { findByIsbn } from './store.ts'

export const lookUpIsbn = operation({
  route: 'GET /books/lookUp/{isbn}',
  summary: 'Describe a book by its ISBN, from what others wrote about it: the latest listing and the average price',
  params: { isbn: Type.String({ minLength: 1, maxLength: 40 }) },
  reply: Type.Object({
    book: Type.Object({
      name: Type.String(),
      edition: Type.Integer(),
      course: Type.String(),
      ISBN: Type.String(),
      averagePrice: Type.Number(),
    }),
  }),
  async run({ params }, { sql }) {
    const { isbn13 } = readIsbn(params.isbn)
    if (!isbn13) throw failure('invalid', 'An ISBN has 10 or 13 digits', { field: 'isbn' })
    const book = await findByIsbn(sql, isbn13)
    if (!book) throw failure('missing', 'Nobody has posted this ISBN yet')
    const { averageCents, ...described } = book
    return { book: { ...described, ISBN: isbn13, averagePrice: Math.round(averageCents) / 100 } }
  },
})
