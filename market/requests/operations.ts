import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { text } from '../auth/schemas.ts'
import { requireMemberAlone } from '../auth/signIn.ts'
import { BookId } from '../books/ids.ts'
import { readIsbn } from '../books/isbn.ts'
import { checkCourse, line, tidy } from '../books/rules.ts'
import { LIMITS } from '../limits.ts'
import { matchRequest } from '../matches/matching.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { readSettings } from '../settings/store.ts'
import { insertRequest, listRequests, readRequest, removeRequest } from './store.ts'
import { RequestedBook, RequestedBooks } from './wire.ts'

export const requestBook = operation({
  route: 'POST /books/requestBook',
  summary: 'Request a book; you are told when it is posted',
  body: {
    name: text(300),
    author: optional(Type.String({ maxLength: 200 })),
    course: optional(Type.String({ maxLength: 40 })),
    ISBN: optional(Type.String({ maxLength: 40 })),
  },
  reply: Type.Object({ request: RequestedBook }),
  async run({ body }, { sql, user, now }) {
    await requireMemberAlone(sql, user)
    const name = line(body.name, 'name')
    const course = tidy(body.course ?? '')
    if (course) checkCourse(course, await readSettings(sql))
    const isbn = readIsbn(body.ISBN ?? '')
    const id = await insertRequest(sql, user.id, { name, author: tidy(body.author ?? ''), course, isbn }, now)
    if (!id) throw failure('conflict', `At most ${LIMITS.openRequests} requests can be open at once`)
    await notify(sql, now, [marketEvent('requestPosted', id, { account: user.id }, { name })])
    await matchRequest(sql, id, now)
    return readRequest(sql, id)
  },
})

export const getRequests = operation({
  route: 'GET /user/getRequests',
  summary: 'Your requests, newest first',
  query: PagingQuery,
  reply: RequestedBooks,
  run: ({ query }, { sql, user }) => listRequests(sql, user.id, query),
})

export const deleteRequest = operation({
  route: 'POST /user/deleteRequest',
  summary: 'Delete a request of yours, and its matches only',
  body: { bookID: optional(BookId), requestID: optional(BookId) },
  reply: Type.Object({ requestID: Type.String() }),
  async run({ body }, { sql, user }) {
    const id = body.requestID ?? body.bookID
    if (!id) throw failure('invalid', 'bookID is required', { field: 'bookID' })
    if (!(await removeRequest(sql, id, user.id))) throw failure('missing', 'There is no such request of yours')
    return { requestID: id }
  },
})
