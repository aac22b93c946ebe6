import { failure } from '@portico/kit/api/failure'
import { nullable } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { findCatalogueBook } from '../catalogue/store.ts'
import { readIsbn } from './isbn.ts'
import { findByIsbn } from './store.ts'

export const lookUpIsbn = operation({
  route: 'GET /books/lookUp/{isbn}',
  summary: 'Describe a book by its ISBN: from the imported catalogue, and from what others wrote about it',
  params: { isbn: Type.String({ minLength: 1, maxLength: 40 }) },
  reply: Type.Object({
    book: Type.Object({
      name: Type.String(),
      edition: Type.Integer(),
      course: Type.String(),
      ISBN: Type.String(),
      averagePrice: nullable(Type.Number({ description: 'What sellers asked for; null when nobody posted it' })),
      authors: Type.String(),
      listPrice: nullable(Type.Number({ description: 'New, in the bookstore' })),
      courses: Type.Array(Type.String()),
      source: Type.String({ description: 'catalogue or listings' }),
    }),
  }),
  async run({ params }, { sql }) {
    const { isbn13 } = readIsbn(params.isbn)
    if (!isbn13) throw failure('invalid', 'An ISBN has 10 or 13 digits', { field: 'isbn' })
    const [listed, known] = [await findByIsbn(sql, isbn13), await findCatalogueBook(sql, isbn13)]
    if (!listed && !known) throw failure('missing', 'Neither the catalogue nor any listing has this ISBN yet')
    return {
      book: {
        // A bookstore spells a title as it is printed.
        name: known?.name ?? listed?.name ?? '',
        edition: known?.edition || listed?.edition || 0,
        course: known?.courses[0] ?? listed?.course ?? '',
        ISBN: isbn13,
        averagePrice: listed ? Math.round(listed.averageCents) / 100 : null,
        authors: known?.authors || listed?.author || '',
        listPrice: known?.listCents == null ? null : known.listCents / 100,
        courses: [...(known?.courses ?? [])],
        source: known ? 'catalogue' : 'listings',
      },
    }
  },
})
