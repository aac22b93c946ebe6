import type { Json } from '@portico/kit/api/json'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import { MOST_ROWS } from '../api/paging.ts'
import { listJson } from '../api/rowStore.ts'
import { inCart, listedFor } from '../books/listingStore.ts'
import { BOOK } from '../books/wire.ts'
import type { MatchedBooks } from './wire.ts'

/** Books that match the open requests of an account. A book that matches several is listed with its best score. */
export function listMatches(sql: Sql, accountId: string): Promise<Json<Static<typeof MatchedBooks>>> {
  return listJson(
    sql,
    'books',
    fragment`
      select ${BOOK}, best.score, best.reason, best.request, best."requestName",
             ${inCart(accountId)}
      from (select distinct on (match.book_id) match.book_id, round(match.score::numeric, 3)::float8 as score,
                   match.reason, request.id as request, request.name as "requestName"
            from market.request join market.match on match.request_id = request.id
            where request.owner_id = ${accountId} and request.status = 0 and match.current
            order by match.book_id, match.score desc) best
      join market.book on book.id = best.book_id
      where ${listedFor(accountId)}
      order by best.score desc, book.listed_at desc, book.id desc limit ${MOST_ROWS}`,
  )
}
