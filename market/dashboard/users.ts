import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import type { Sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { openOperation, operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { AccountId } from '../books/ids.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { audit } from './auditStore.ts'
import {
  demoteToUser,
  findRole,
  listPeople,
  promoteToAdmin,
  reinstateAccount,
  suspendAccount,
  unlistBooksOf,
} from './peopleStore.ts'
import { People } from './peopleWire.ts'

export const dashboardHealth = openOperation({
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
  run: ({ query }, { sql }) => listPeople(sql, {}, query),
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
    if (!query.email && !query.name) throw failure('invalid', 'email or name is required', { field: 'email' })
    return listPeople(sql, query, query)
  },
})

const UserBody = { userID: AccountId }
const UserReply = Type.Object({ userID: Type.String(), permissionType: Type.Integer() })

export const makeAdmin = operation({
  route: 'PUT /dashboard/makeAdmin',
  summary: 'Make a user an admin',
  scopes: ['owner'],
  body: UserBody,
  reply: UserReply,
  async run({ body }, { sql, user, now }) {
    if (!(await promoteToAdmin(sql, body.userID)))
      throw await refusal(sql, body.userID, 'is not a user who could become an admin')
    await audit(sql, now, user, 'makeAdmin', body.userID)
    await notify(sql, now, [roleEvent(body.userID, 1, now)])
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
    if (!(await demoteToUser(sql, body.userID))) throw await refusal(sql, body.userID, 'is not an admin')
    await audit(sql, now, user, 'unmakeAdmin', body.userID)
    await notify(sql, now, [roleEvent(body.userID, 0, now)])
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
    const permissionType = await suspendAccount(sql, body.userID, user.permissionType, now)
    if (permissionType === undefined) throw await refusal(sql, body.userID, 'is suspended already', user.permissionType)
    await unlistBooksOf(sql, body.userID, user.id, now)
    await audit(sql, now, user, 'suspendUser', body.userID)
    await notify(sql, now, [marketEvent('suspended', `${body.userID} ${now.getTime()}`, { account: body.userID }, {})])
    return { userID: body.userID, permissionType }
  },
})

export const reinstateUser = operation({
  route: 'PUT /dashboard/reinstateUser',
  summary: 'End a suspension',
  scopes: ['admin'],
  body: UserBody,
  reply: UserReply,
  async run({ body }, { sql, user, now }) {
    const permissionType = await reinstateAccount(sql, body.userID, user.permissionType)
    if (permissionType === undefined) throw await refusal(sql, body.userID, 'is not suspended', user.permissionType)
    await audit(sql, now, user, 'reinstateUser', body.userID)
    return { userID: body.userID, permissionType }
  },
})

function roleEvent(account: string, permissionType: number, now: Date) {
  return marketEvent('roleChanged', `${account} ${now.getTime()}`, { account }, { permissionType })
}

/** Why nothing was changed. `level` is the role that may act on lower ones only. */
async function refusal(sql: Sql, id: string, what: string, level?: number) {
  const role = await findRole(sql, id)
  if (role === undefined) return failure('missing', 'There is no such user')
  if (level !== undefined && role >= level) return failure('forbidden', 'Only for a higher role')
  return failure('conflict', `This account ${what}`)
}
