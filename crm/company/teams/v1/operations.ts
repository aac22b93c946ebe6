import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { Name } from '../../../base/records/name.ts'
import { requireUser } from '../../users/store.ts'
import { requireSeeingUsers } from '../access.ts'
import { findTeam, listTeams, type TeamRow } from '../store.ts'
import { addTeam as add, updateTeam as update } from '../write.ts'
import { Flag, Team, Users } from './shape.ts'

const params = { id: Id }
const skip = { skip_users: optional(Type.Integer({ minimum: 0, maximum: 1, default: 0 })) }
const listQuery = { order_by: optional(oneOf(['id', 'name', 'manager_id', 'active_flag'], { default: 'id' })), ...skip }
const Description = nullable(Type.String({ maxLength: LIMITS.textCharacters }))

const getTeams = v1({
  route: 'GET /legacyTeams',
  summary: 'Get all teams',
  scopes: ['users:read'],
  query: listQuery,
  reply: Type.Array(Team),
  cost: 20,
  deprecated: true,
  async run({ query: { order_by = 'id', skip_users } }, crm) {
    requireSeeingUsers(crm)
    const teams = await listTeams(crm, order_by)
    return teams.map(team => shown(team, skip_users))
  },
})

const getUserTeams = v1({
  route: 'GET /legacyTeams/user/{id}',
  summary: 'Get the teams a user is in',
  scopes: ['users:read'],
  params,
  query: listQuery,
  reply: Type.Array(Team),
  cost: 20,
  deprecated: true,
  async run({ params, query: { order_by = 'id', skip_users } }, crm) {
    requireSeeingUsers(crm)
    await requireUser(crm, params.id)
    const teams = await listTeams(crm, order_by, params.id)
    return teams.map(team => shown(team, skip_users))
  },
})

const getTeam = v1({
  route: 'GET /legacyTeams/{id}',
  summary: 'Get one team',
  scopes: ['users:read'],
  params,
  query: skip,
  reply: Team,
  cost: 2,
  deprecated: true,
  async run({ params, query }, crm) {
    requireSeeingUsers(crm)
    return shown(await findTeam(crm, params.id), query.skip_users)
  },
})

const addTeam = v1({
  route: 'POST /legacyTeams',
  summary: 'Add a team',
  scopes: ['admin'],
  rights: ['account_admin'],
  body: { name: Name, manager_id: Id, description: optional(Description), users: optional(Users) },
  reply: Team,
  cost: 10,
  deprecated: true,
  run: ({ body }, crm) => add(crm, body),
})

const updateTeam = v1({
  route: 'PUT /legacyTeams/{id}',
  summary: 'Update a team; users are all its members from then on',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  body: {
    name: optional(Name),
    description: optional(Description),
    manager_id: optional(Id),
    users: optional(Users),
    active_flag: optional(Flag),
    deleted_flag: optional(Flag),
  },
  reply: Team,
  cost: 10,
  deprecated: true,
  run: ({ params, body }, crm) => update(crm, params.id, body),
})

function shown({ users, ...team }: TeamRow, skipUsers: number | undefined) {
  return skipUsers === 1 ? team : { ...team, users }
}

export const teams = [getTeams, getUserTeams, getTeam, addTeam, updateTeam]
