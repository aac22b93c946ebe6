import { type Json, json } from '@portico/kit/api/json'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rowStore.ts'
import { courseKey } from '../books/course.ts'
import type { Isbn } from '../books/isbn.ts'
import { authorOf } from '../catalogue/store.ts'
import { LIMITS } from '../limits.ts'
import { REQUEST, type RequestedBook, type RequestedBooks } from './wire.ts'

export interface NewRequest {
  name: string
  author: string
  course: string
  isbn: Isbn
}

/** The id of the new request; undefined when the account, which is held alone, has as many open ones as it may have. */
export async function insertRequest(
  sql: Sql,
  ownerId: string,
  { name, author, course, isbn }: NewRequest,
  now: Date,
): Promise<string | undefined> {
  const [inserted] = await sql<{ id: string }[]>`
    insert into market.request (owner_id, name, author, course, course_key, isbn, isbn13, isbn_warning,
                                created_at)
    select ${ownerId}, ${name}, ${authorOf({ author, isbn })}, ${course}, ${courseKey(course)}, ${isbn.typed}, ${isbn.isbn13}, ${isbn.warning}, ${now}
    where (select count(*) from market.request where owner_id = ${ownerId} and status = 0) < ${LIMITS.openRequests}
    returning id`
  return inserted?.id
}

export async function readRequest(sql: Sql, id: string): Promise<Json<{ request: Static<typeof RequestedBook> }>> {
  const [row] = await sql<{ request: string }[]>`
    select row_to_json(row)::text as request from (
      select ${REQUEST} from market.request where request.id = ${id}) row`
  return json(`{"request":${row?.request}}`)
}

export function listRequests(sql: Sql, ownerId: string, paging: Paging): Promise<Json<Static<typeof RequestedBooks>>> {
  const requests = fragment`
    select ${REQUEST} from market.request where request.owner_id = ${ownerId}
    order by request.created_at desc, request.id desc`
  return pageJson(sql, 'requests', requests, paging)
}

/** False when the account has no such request. */
export async function removeRequest(sql: Sql, id: string, ownerId: string): Promise<boolean> {
  const removed = await sql`delete from market.request where id = ${id} and owner_id = ${ownerId} returning id`
  return removed.length > 0
}
