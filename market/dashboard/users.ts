import { failure } from '@portico/kit/failure'
import type { Json } from '@portico/kit/json'
import { optional } from '@portico/kit/schemas'
import { type Fragment, fragment, joined, type Sql } from '@portico/kit/sql'
import Type, { type Static } from 'typebox'
import { openOperation, operation } from '../api/operation.ts'
import { type Paging, PagingQuery } from '../api/paging.ts'
import { pageJson } from '../api/rows.ts'
import { AccountId } from '../books/ids.ts'
import { news, tell } from '../notices/tell.ts'
import { containing } from '../search/query.ts'
import { audit } from './audit.ts'
import { PERSON, PERSON_COUNTS, People } from './people.ts'

export const dashboardAlive = openOperation({
  route: 'GET /dashboard',
  summary: 'Whether this group is up',
  signIn: 'none',
  reply: Type.Object({}),
  run: async () => ({}),
})

export const permissionLv = operation({
  route: 'GET /dashboard/permissionLv',
  summary: 'Your role: 0 user, 1 admin, 2 owner',
  reply: Type.Object({ permissionType: Type.Integer() }),
  run: async (_, { user }) => ({ permissionType: user.permissionType }),
})

export const isAdmin = operation({
  route: 'GET /dashboard/isAdmin',
  summary: '200 for admins and owners, 403 for others',
  scopes: ['admin'],
  reply: Type.Object({ isAdmin: Type.Boolean() }),
  run: async () => ({ isAdmin: true }),
})

export const getUsers = operation({
  route: 'GET /dashboard/getUsers',
  summary: 'All users, newest first',
  scopes: ['admin'],
  query: PagingQuery,
  reply: People,
  run: ({ query }, { sql }) => listPeople(sql, fragment`true`, query),
})

export const getSpecificUser = operation({
  route: 'GET /dashboard/getSpecificUser',
  summary: 'Find users by part of their e-mail address or name',
  scopes: ['admin'],
  query: {
    email: optional(Type.String({ maxLength: 320 })),
    name: optional(Type.String({ maxLength: 160 })),
    ...PagingQuery,
  },
  reply: People,
  run({ query }, { sql }) {
    const { email, name } = query
    if (!email && !name) throw failure('invalid', 'email or name is required', { field: 'email' })
    const holds = (column: Fragment, part: string) =>
      fragment`lower(${column}) like ${containing(part.trim().toLowerCase())}`
    const wanted = [
      ...(email ? [holds(fragment`account.email`, email)] : []),
      ...(name ? [holds(fragment`account.first_name || ' ' || account.last_name`, name)] : []),
    ]
    return listPeople(sql, joined(wanted, ' and '), query)
  },
})

function listPeople(sql: Sql, where: Fragment, paging: Paging): Promise<Json<Static<typeof People>>> {
  const people = fragment`
    select ${PERSON}, ${PERSON_COUNTS} from market.account where account.deleted_at is null and ${where}
    order by account.created_at desc, account.id desc`
  return pageJson(sql, 'users', people, paging)
}

const UserBody = { userID: AccountId }
const UserReply = Type.Object({ userID: Type.String(), permissionType: Type.Integer() })

export const makeAdmin = operation({
  route: 'PUT /dashboard/makeAdmin',
  summary: 'Make a user an admin',
  scopes: ['owner'],
  body: UserBody,
  reply: UserReply,
  async run({ body }, { sql, user, now }) {
    const changed = await sql`
      update market.account set permission_type = 1
      where id = ${body.userID} and permission_type = 0 and deleted_at is null and suspended_at is null returning id`
    if (changed.length === 0) throw await notSo(sql, body.userID, 'is not a user who could become an admin')
    await audit(sql, now, user, 'makeAdmin', body.userID)
    await tell(sql, now, [roleNews(body.userID, 1, now)])
    return { userID: body.userID, permissionType: 1 }
  },
})

export const unmakeAdmin = operation({
  route: 'PUT /dashboard/unmakeAdmin',
  summary: 'Make an admin a user again; ends their sessions',
  scopes: ['owner'],
  body: UserBody,
  reply: UserReply,
  async run({ body }, { sql, user, now }) {
    const changed = await sql`
      update market.account set permission_type = 0, token_epoch = token_epoch + 1
      where id = ${body.userID} and permission_type = 1 and deleted_at is null returning id`
    if (changed.length === 0) throw await notSo(sql, body.userID, 'is not an admin')
    await audit(sql, now, user, 'unmakeAdmin', body.userID)
    await tell(sql, now, [roleNews(body.userID, 0, now)])
    return { userID: body.userID, permissionType: 0 }
  },
})

export const suspendUser = operation({
  route: 'PUT /dashboard/suspendUser',
  summary: 'Suspend a user of a lower role: sessions end at once, no log-in is possible, their books are unlisted',
  scopes: ['admin'],
  body: UserBody,
  reply: UserReply,
  async run({ body }, { sql, user, now }) {
    const [changed] = await sql<{ permissionType: number }[]>`
      update market.account set suspended_at = ${now}, token_epoch = token_epoch + 1
      where id = ${body.userID} and permission_type < ${user.permissionType} and suspended_at is null
        and deleted_at is null
      returning permission_type as "permissionType"`
    if (!changed) throw await notSo(sql, body.userID, 'is suspended already', user.permissionType)
    await unlistAll(sql, body.userID, user.id, now)
    await audit(sql, now, user, 'suspendUser', body.userID)
    await tell(sql, now, [news('suspended', `${body.userID} ${now.getTime()}`, { account: body.userID }, {})])
    return { userID: body.userID, ...changed }
  },
})

export const reinstateUser = operation({
  route: 'PUT /dashboard/reinstateUser',
  summary: 'End a suspension',
  scopes: ['admin'],
  body: UserBody,
  reply: UserReply,
  async run({ body }, { sql, user, now }) {
    const [changed] = await sql<{ permissionType: number }[]>`
      update market.account set suspended_at = null
      where id = ${body.userID} and permission_type < ${user.permissionType} and suspended_at is not null
        and deleted_at is null
      returning permission_type as "permissionType"`
    if (!changed) throw await notSo(sql, body.userID, 'is not suspended', user.permissionType)
    await audit(sql, now, user, 'reinstateUser', body.userID)
    return { userID: body.userID, ...changed }
  },
})

/** Nobody should buy from somebody who cannot bring the book. */
async function unlistAll(sql: Sql, owner: string, by: string, now: Date): Promise<void> {
  await sql`
    with unlisted as (
      update market.book set status = 5 where owner_id = ${owner} and status = 0 and deleted_at is null returning id)
    insert into market.book_move (book_id, move, from_status, to_status, by_id, reason, at)
    select id, 'unlist', 0, 5, ${by}, 'account suspended', ${now} from unlisted`
}

function roleNews(account: string, permissionType: number, now: Date) {
  return news('roleChanged', `${account} ${now.getTime()}`, { account }, { permissionType })
}

/** Why nothing was changed. `level` is the role that may act on lower ones only. */
async function notSo(sql: Sql, id: string, what: string, level?: number) {
  const [found] = await sql<{ permissionType: number }[]>`
    select permission_type as "permissionType" from market.account where id = ${id} and deleted_at is null`
  if (!found) return failure('missing', 'There is no such user')
  if (level !== undefined && found.permissionType >= level) return failure('forbidden', 'Only for a higher role')
  return failure('conflict', `This account ${what}`)
}
