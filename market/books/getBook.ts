import { failure } from '@portico/kit/failure'
import { json } from '@portico/kit/json'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { BookId } from './ids.ts'
import { inCart } from './listing.ts'
import { BOOK, ListedBook } from './wire.ts'

export const getBook = openOperation({
  route: 'GET /books/getBook/{bookID}',
  summary: 'One book: while it is on sale for everyone, later for its seller and buyer',
  signIn: 'optional',
  params: { bookID: BookId },
  reply: Type.Object({ book: ListedBook }),
  async run({ params }, { sql, user }) {
    const [found] = await sql<{ book: string }[]>`
      select row_to_json(row)::text as book from (
        select ${BOOK}, ${inCart(user?.id)} from market.book
        where book.id = ${params.bookID} and book.deleted_at is null
          and (book.status = 0 or ${user?.id ?? ''} in (book.owner_id, book.buyer_id)
               or ${(user?.permissionType ?? 0) > 0})) row`
    if (!found) throw failure('missing', 'There is no such book')
    return json(`{"book":${found.book}}`)
  },
})
