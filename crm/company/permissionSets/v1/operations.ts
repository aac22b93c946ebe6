import { answer } from '@portico/kit/api/answer'
import { nullable, oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { PermissionSet, PermissionSetWithContents, permissionSetWithContents } from '../shape.ts'
import { findSet, listSets } from '../store.ts'
import { listAssignedUsers } from './store.ts'

const params = { id: Uuid }

/** Apps of the contract; those that are not among ours have no sets. */
const CONTRACT_APPS = ['sales', 'projects', 'campaigns', 'global', 'account_settings', 'partnership', 'nova'] as const

const getPermissionSets = v1({
  route: 'GET /permissionSets',
  summary: 'Get all permission sets, or those of an app',
  scopes: ['admin'],
  rights: ['account_admin'],
  query: { app: optional(oneOf(CONTRACT_APPS)) },
  reply: Type.Array(PermissionSet),
  cost: 20,
  async run({ query: { app } }, crm) {
    const sets = await listSets(crm, app ? { app } : {})
    return sets.map(({ contents: _, ...set }) => set)
  },
})

const getPermissionSet = v1({
  route: 'GET /permissionSets/{id}',
  summary: 'Get one permission set with its rights',
  description:
    'The contract has the fields beside `success`, without `data`; both are there, for callers of either kind.',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  reply: PermissionSetWithContents,
  beside: permissionSetWithContents,
  cost: 2,
  async run({ params }, crm) {
    const set = await findSet(crm, params.id)
    return answer(set, { beside: { ...set } })
  },
})

const AssignedUser = Type.Object({
  user_id: Type.Integer(),
  permission_set_id: Type.String(),
  name: Type.String({ description: 'Of the permission set' }),
})

const getPermissionSetAssignments = v1({
  route: 'GET /permissionSets/{id}/assignments',
  summary: 'Get the users who have a permission set',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  query: offsetQuery,
  reply: nullable(Type.Array(AssignedUser)),
  beside: pagination,
  cost: 20,
  async run({ params, query }, crm) {
    const { id, name } = await findSet(crm, params.id)
    const page = pageOf(query)
    const users = await listAssignedUsers(crm, id, page)
    const texts = users.map(user_id => JSON.stringify({ user_id, permission_set_id: id, name }))
    return offsetPage<Static<typeof AssignedUser>>(texts, page)
  },
})

export const permissionSets = [getPermissionSets, getPermissionSet, getPermissionSetAssignments]
