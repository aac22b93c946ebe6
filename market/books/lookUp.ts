import { failure } from '@portico/kit/failure'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { readIsbn } from './isbn.ts'

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
    const [book] = await sql<{ name: string; edition: number; course: string; cents: number }[]>`
      select name, edition, course, (avg(price_cents) over ())::float8 as cents
      from market.book where isbn13 = ${isbn13} order by posted_at desc, id desc limit 1`
    if (!book) throw failure('missing', 'Nobody has posted this ISBN yet')
    const { name, edition, course, cents } = book
    return { book: { name, edition, course, ISBN: isbn13, averagePrice: Math.round(cents) / 100 } }
  },
})
