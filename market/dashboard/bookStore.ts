import { type Json, json } from '@portico/kit/api/json'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import { MOST_ROWS } from '../api/paging.ts'
import { listJson } from '../api/rowStore.ts'
import { type BookHistory, EXTENDED, type ExtendedBooks, type Queue } from './bookWire.ts'

/** In the order of the ids. */
export function listExtendedBooks(sql: Sql, ids: string[]): Promise<Json<Static<typeof ExtendedBooks>>> {
  return listJson(
    sql,
    'books',
    fragment`
      select ${EXTENDED} from market.book where book.id = any(${ids}) and book.deleted_at is null
      order by array_position(${ids}, book.id)`,
  )
}

export async function readQueue(sql: Sql): Promise<Json<Static<typeof Queue>>> {
  const [queue] = await sql<{ queue: string }[]>`
    select json_build_object(
      'toVerify', ${oldestSales(fragment`book.status = 1 and book.verified_at is null`)},
      'toCharge', ${oldestSales(fragment`book.status = 1 and book.verified_at is not null`)},
      'toPay', ${oldestSales(fragment`book.status = 2`)})::text as queue`
  return json(queue?.queue ?? '{}')
}

function oldestSales(where: Fragment): Fragment {
  return fragment`
    (select coalesce(json_agg(row_to_json(row)), '[]') from (
      select ${EXTENDED} from market.book where ${where} order by book.sold_at, book.id limit ${MOST_ROWS}) row)`
}

/** Whether there is or was such a book: a deleted book keeps its history. */
export async function wasPosted(sql: Sql, id: string): Promise<boolean> {
  const [book] = await sql`select from market.book where id = ${id}`
  return book !== undefined
}

export function listMoves(sql: Sql, bookId: string): Promise<Json<Static<typeof BookHistory>>> {
  return listJson(
    sql,
    'moves',
    fragment`
      select move, from_status as "from", to_status as "to", by_id as by, reason, purchase_id as transaction,
             market.ms(at) as date
      from market.book_move where book_id = ${bookId} order by id`,
  )
}
