import Type from 'typebox'
import { Book } from '../books/wire.ts'

export const MatchedBook = Type.Intersect([
  Book,
  Type.Object({
    inCart: Type.Boolean(),
    score: Type.Number(),
    reason: Type.String(),
    request: Type.String(),
    requestName: Type.String(),
  }),
])

export const MatchedBooks = Type.Object({ books: Type.Array(MatchedBook) })
