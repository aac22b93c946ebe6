import { failure } from '@portico/kit/failure'
import { json } from '@portico/kit/json'
import { nullable, optional } from '@portico/kit/schemas'
import { fragment } from '@portico/kit/sql'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { pageJson } from '../api/rows.ts'
import { text } from '../auth/schemas.ts'
import { requireMember } from '../auth/signIn.ts'
import { courseKey } from '../books/course.ts'
import { BookId } from '../books/ids.ts'
import { readIsbn } from '../books/isbn.ts'
import { checkCourse, line, tidy } from '../books/rules.ts'
import { LIMITS } from '../limits.ts'
import { matchRequest } from '../matches/matching.ts'
import { news, tell } from '../notices/tell.ts'
import { readSettings } from '../settings/settings.ts'

const REQUEST = fragment`
  request.id as "_id", request.name, request.course, request.isbn as "ISBN", request.isbn13,
  request.isbn_warning as "isbnWarning", request.status, request.owner_id as owner,
  market.ms(request.created_at) as date,
  (select count(*)::integer from market.match join market.book on book.id = match.book_id
   where match.request_id = request.id and match.current and book.status = 0 and book.deleted_at is null) as matches`

export const RequestedBook = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  course: Type.String(),
  ISBN: Type.String(),
  isbn13: nullable(Type.String()),
  isbnWarning: nullable(Type.String()),
  status: Type.Integer({ description: '0 open, 1 satisfied by a purchase' }),
  owner: Type.String(),
  date: Type.Integer(),
  matches: Type.Integer(),
})

export const requestBook = operation({
  route: 'POST /books/requestBook',
  summary: 'Request a book; you are told when it is posted',
  body: {
    name: text(300),
    course: optional(Type.String({ maxLength: 40 })),
    ISBN: optional(Type.String({ maxLength: 40 })),
  },
  reply: Type.Object({ request: RequestedBook }),
  async run({ body }, { sql, user, now }) {
    await requireMember(sql, user)
    const name = line(body.name, 'name')
    const course = tidy(body.course ?? '')
    if (course) checkCourse(course, await readSettings(sql))
    const isbn = readIsbn(body.ISBN ?? '')
    // One after another: two that come at once would both find room for the last request.
    await sql`select from market.account where id = ${user.id} for no key update`
    const [inserted] = await sql<{ id: string }[]>`
      insert into market.request (owner_id, name, course, course_key, isbn, isbn13, isbn_warning, created_at)
      select ${user.id}, ${name}, ${course}, ${courseKey(course)}, ${isbn.typed}, ${isbn.isbn13}, ${isbn.warning}, ${now}
      where (select count(*) from market.request where owner_id = ${user.id} and status = 0) < ${LIMITS.openRequests}
      returning id`
    if (!inserted) throw failure('conflict', `At most ${LIMITS.openRequests} requests can be open at once`)
    await tell(sql, now, [news('requestPosted', inserted.id, { account: user.id }, { name })])
    await matchRequest(sql, inserted.id, now)
    const [row] = await sql<{ request: string }[]>`
      select row_to_json(row)::text as request from (
        select ${REQUEST} from market.request where request.id = ${inserted.id}) row`
    return json(`{"request":${row?.request}}`)
  },
})

export const getRequests = operation({
  route: 'GET /user/getRequests',
  summary: 'Your requests, newest first',
  query: PagingQuery,
  reply: Type.Object({ requests: Type.Array(RequestedBook) }),
  run({ query }, { sql, user }) {
    const own = fragment`
      select ${REQUEST} from market.request where request.owner_id = ${user.id}
      order by request.created_at desc, request.id desc`
    return pageJson(sql, 'requests', own, query)
  },
})

export const deleteRequest = operation({
  route: 'POST /user/deleteRequest',
  summary: 'Delete a request of yours, and its matches only',
  body: { bookID: optional(BookId), requestID: optional(BookId) },
  reply: Type.Object({ requestID: Type.String() }),
  async run({ body }, { sql, user }) {
    const id = body.requestID ?? body.bookID
    if (!id) throw failure('invalid', 'bookID is required', { field: 'bookID' })
    const [deleted] = await sql<{ id: string }[]>`
      delete from market.request where id = ${id} and owner_id = ${user.id} returning id`
    if (!deleted) throw failure('missing', 'There is no such request of yours')
    return { requestID: deleted.id }
  },
})
