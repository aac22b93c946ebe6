import { failure } from '@portico/kit/failure'
import { json } from '@portico/kit/json'
import { nullable } from '@portico/kit/schemas'
import { type Fragment, fragment } from '@portico/kit/sql'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { MOST_ROWS, PagingQuery } from '../api/paging.ts'
import { listJson } from '../api/rows.ts'
import { BookId, BookRef, idOf } from '../books/ids.ts'
import { listSales } from '../books/listing.ts'
import { STATUSES } from '../books/moves.ts'
import { BOOK, SALE, SaleBook, SaleBooks } from '../books/wire.ts'
import { PERSON, Person } from './people.ts'

export const getBooksWithStatus = operation({
  route: 'GET /dashboard/getBooksWithStatus/{status}',
  summary: 'Books of one status: 0, 1, 2, 3 or 5',
  scopes: ['admin'],
  params: { status: Type.String() },
  query: PagingQuery,
  reply: SaleBooks,
  async run({ params, query }, { sql }) {
    const status = STATUSES.find(known => String(known) === params.status)
    if (status === undefined)
      throw failure('invalid', `status must be one of ${STATUSES.join(', ')}`, { field: 'status' })
    return listSales(sql, fragment`book.status = ${status}`, 'listed_at', query)
  },
})

export const getPurchasedBooksToPay = operation({
  route: 'GET /dashboard/getPurchasedBooks',
  summary: 'Books that are charged and wait for delivery and payment',
  scopes: ['admin'],
  query: PagingQuery,
  reply: SaleBooks,
  run: ({ query }, { sql }) => listSales(sql, fragment`book.status = 2`, 'listed_at', query),
})

export const ExtendedBook = Type.Intersect([
  SaleBook,
  Type.Object({ ownerObject: nullable(Person), buyerObject: nullable(Person) }),
])

/** The people of a sale beside its book. */
const EXTENDED = fragment`
  ${BOOK}, ${SALE},
  (select row_to_json(row) from (select ${PERSON} from market.account where account.id = book.owner_id) row)
    as "ownerObject",
  (select row_to_json(row) from (select ${PERSON} from market.account where account.id = book.buyer_id) row)
    as "buyerObject"`

export const extendBookInfo = operation({
  route: 'POST /dashboard/extendBookInfo',
  summary: 'Books with seller and buyer, by id',
  scopes: ['admin'],
  transaction: 'none',
  body: { books: Type.Array(BookRef, { maxItems: MOST_ROWS }) },
  reply: Type.Object({ books: Type.Array(ExtendedBook) }),
  run({ body }, { sql }) {
    const ids = body.books.map(idOf)
    return listJson(
      sql,
      'books',
      sql`
        select ${EXTENDED} from market.book where book.id = any(${ids}) and book.deleted_at is null
        order by array_position(${ids}, book.id)`,
    )
  },
})

const Waiting = Type.Array(ExtendedBook)

export const getQueue = operation({
  route: 'GET /dashboard/getQueue',
  summary: 'The work that waits, oldest sale first: to verify, to charge, to pay',
  scopes: ['admin'],
  reply: Type.Object({ toVerify: Waiting, toCharge: Waiting, toPay: Waiting }),
  async run(_, { sql }) {
    const waiting = (where: Fragment) => sql`
      (select coalesce(json_agg(row_to_json(row)), '[]') from (
        select ${EXTENDED} from market.book where ${where} order by book.sold_at, book.id limit ${MOST_ROWS}) row)`
    const [queue] = await sql<{ queue: string }[]>`
      select json_build_object(
        'toVerify', ${waiting(sql`book.status = 1 and book.verified_at is null`)},
        'toCharge', ${waiting(sql`book.status = 1 and book.verified_at is not null`)},
        'toPay', ${waiting(sql`book.status = 2`)})::text as queue`
    return json(queue?.queue ?? '{}')
  },
})

export const getBookHistory = operation({
  route: 'GET /dashboard/getBookHistory/{bookID}',
  summary: 'Every move of a book',
  scopes: ['admin'],
  params: { bookID: BookId },
  reply: Type.Object({
    moves: Type.Array(
      Type.Object({
        move: Type.String(),
        from: nullable(Type.Integer()),
        to: Type.Integer(),
        by: nullable(Type.String()),
        reason: Type.String(),
        transaction: nullable(Type.String()),
        date: Type.Integer(),
      }),
    ),
  }),
  async run({ params }, { sql }) {
    const [book] = await sql`select from market.book where id = ${params.bookID}`
    if (!book) throw failure('missing', 'There is no such book')
    return listJson(
      sql,
      'moves',
      sql`
        select move, from_status as "from", to_status as "to", by_id as by, reason, purchase_id as transaction,
               market.ms(at) as date
        from market.book_move where book_id = ${params.bookID} order by id`,
    )
  },
})
