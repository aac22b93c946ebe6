import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { MOST_ROWS } from '../api/paging.ts'
import { listJson } from '../api/rows.ts'
import { inCart, listedFor } from '../books/listing.ts'
import { BOOK, Book } from '../books/wire.ts'

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

export const getUserMatches = operation({
  route: 'GET /books/getUserMatches',
  summary: 'Books on sale that match your open requests, best first',
  reply: Type.Object({ books: Type.Array(MatchedBook) }),
  run: (_, { sql, user }) =>
    listJson(
      sql,
      'books',
      sql`
        select ${BOOK}, best.score, best.reason, best.request, best."requestName",
               ${inCart(user.id)}
        from (select distinct on (match.book_id) match.book_id, round(match.score::numeric, 3)::float8 as score,
                     match.reason, request.id as request, request.name as "requestName"
              from market.request join market.match on match.request_id = request.id
              where request.owner_id = ${user.id} and request.status = 0 and match.current
              order by match.book_id, match.score desc) best
        join market.book on book.id = best.book_id
        where ${listedFor(user.id)}
        order by best.score desc, book.listed_at desc, book.id desc limit ${MOST_ROWS}`,
    ),
})
