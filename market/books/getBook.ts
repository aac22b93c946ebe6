import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { BookId } from './ids.ts'
import { findListedBook } from './listStore.ts'
import { ListedBook } from './wire.ts'

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
