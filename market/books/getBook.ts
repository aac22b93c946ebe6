import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { BookId } from './ids.ts'
import { findListedBook } from './listStore.ts'
import { findSoldBook } from './soldStore.ts'
import { ListedBook, SoldBook } from './wire.ts'

export const getBook = openOperation({
  route: 'GET /books/getBook/{bookID}',
  summary: 'One book: while it is on sale for everyone, later for its seller and buyer',
  signIn: 'optional',
  params: { bookID: BookId },
  reply: Type.Object({ book: ListedBook }),
  async run({ params }, { sql, user }) {
    const found = await findListedBook(sql, params.bookID, user)
    if (!found) throw failure('missing', 'There is no such book')
    return found
  },
})

export const getSoldBook = openOperation({
  route: 'GET /books/getSoldBook/{bookID}',
  summary: 'A book that somebody has bought, and similar books that are on sale',
  signIn: 'optional',
  params: { bookID: BookId },
  reply: Type.Object({ book: SoldBook, similar: Type.Array(ListedBook) }),
  async run({ params }, { sql, user }) {
    const found = await findSoldBook(sql, params.bookID, user?.id)
    if (!found) throw failure('missing', 'There is no such book')
    return found
  },
})
