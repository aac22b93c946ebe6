import { json } from '@portico/kit/api/json'
import { Id, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { User } from './shape.ts'
import { findUser, listUsers } from './store.ts'

const READ = ['users:read']

type Wire = Static<typeof User>

const getUsers = v1({
  route: 'GET /users',
  summary: 'Get all users of the company; the caller alone when others are not to be seen',
  scopes: READ,
  reply: Type.Array(User),
  cost: 20,
  run: async (_, crm) => json<Wire[]>(await listUsers(crm)),
})

const findUsersByName = v1({
  route: 'GET /users/find',
  summary: 'Find users by a part of their name or e-mail address',
  scopes: READ,
  query: {
    term: Type.String({ minLength: 1, maxLength: LIMITS.lineCharacters }),
    search_by_email: optional(
      Type.Integer({ minimum: 0, maximum: 1, description: '1 looks in e-mail addresses instead of names' }),
    ),
  },
  reply: Type.Array(User),
  cost: 40,
  run: async ({ query: { term, search_by_email } }, crm) =>
    json<Wire[]>(await listUsers(crm, { term, by: search_by_email === 1 ? 'email' : 'name' })),
})

const getUser = v1({
  route: 'GET /users/{id}',
  summary: 'Get one user',
  scopes: READ,
  params: { id: Id },
  reply: User,
  cost: 2,
  run: async ({ params }, crm) => json<Wire>(await findUser(crm, params.id)),
})

export const users = [getUsers, findUsersByName, getUser]
