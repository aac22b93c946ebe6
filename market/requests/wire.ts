import { nullable } from '@portico/kit/api/schemas'
import { fragment } from '@portico/kit/database/sql'
import Type from 'typebox'

/** The shape of a request on the wire, in SQL and as a schema, for a row `request` of market.request. */
export const REQUEST = fragment`
  request.id as "_id", request.name, request.author, request.course, request.isbn as "ISBN", request.isbn13,
  request.isbn_warning as "isbnWarning", request.status, request.owner_id as owner,
  market.ms(request.created_at) as date,
  (select count(*)::integer from market.match join market.book on book.id = match.book_id
   where match.request_id = request.id and match.current and book.status = 0 and book.deleted_at is null) as matches`

export const RequestedBook = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  author: Type.String({ description: 'Empty when nobody said it' }),
  course: Type.String(),
  ISBN: Type.String(),
  isbn13: nullable(Type.String()),
  isbnWarning: nullable(Type.String()),
  status: Type.Integer({ description: '0 open, 1 satisfied by a purchase' }),
  owner: Type.String(),
  date: Type.Integer(),
  matches: Type.Integer(),
})

export const RequestedBooks = Type.Object({ requests: Type.Array(RequestedBook) })
