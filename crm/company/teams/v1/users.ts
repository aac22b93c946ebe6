import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { requireSeeingUsers } from '../access.ts'
import { findTeam } from '../store.ts'
import { addTeamUsers, removeTeamUsers } from '../write.ts'
import { Users } from './shape.ts'

const params = { id: Id }
const UserIds = Type.Array(Type.Integer())

const getTeamUsers = v1({
  route: 'GET /legacyTeams/{id}/users',
  summary: 'Get the ids of the users in a team',
  scopes: ['users:read'],
  params,
  reply: UserIds,
  cost: 20,
  deprecated: true,
  async run({ params }, crm) {
    requireSeeingUsers(crm)
    return (await findTeam(crm, params.id)).users
  },
})

const addTeamUser = v1({
  route: 'POST /legacyTeams/{id}/users',
  summary: 'Add users to a team; gives back all its users',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  body: { users: Users },
  reply: UserIds,
  cost: 10,
  deprecated: true,
  run: async ({ params, body }, crm) => (await addTeamUsers(crm, params.id, body.users)).users,
})

const deleteTeamUser = v1({
  route: 'DELETE /legacyTeams/{id}/users',
  summary: 'Take users out of a team; gives back those who stay',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  body: { users: Users },
  reply: UserIds,
  cost: 10,
  deprecated: true,
  run: async ({ params, body }, crm) => (await removeTeamUsers(crm, params.id, body.users)).users,
})

export const teamUsers = [getTeamUsers, addTeamUser, deleteTeamUser]
