import { failure } from '@portico/kit/api/failure'
import { Id, nullable } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { doesNotExist } from '../../../base/records/doesNotExist.ts'
import { topmostOf } from '../rules.ts'
import { findRole, lockRoles, noRole } from '../store.ts'
import { findRoleOfUser, listAssignments, storeAssignment } from './assignmentsStore.ts'
import { RoleAssignment } from './shape.ts'

const params = { id: Id }

const getRoleAssignments = v1({
  route: 'GET /roles/{id}/assignments',
  summary: 'Get the users in a role',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  query: offsetQuery,
  reply: nullable(Type.Array(RoleAssignment)),
  beside: pagination,
  cost: 10,
  async run({ params, query }, crm) {
    await findRole(crm, params.id)
    const page = pageOf(query)
    return offsetPage<RoleAssignment>(await listAssignments(crm, { roleId: params.id }, page), page)
  },
})

const addRoleAssignment = v1({
  route: 'POST /roles/{id}/assignments',
  summary: 'Put a user into a role, out of the one the user is in',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  body: { user_id: Id },
  reply: Type.Object({ user_id: Type.Integer(), role_id: Type.Integer() }),
  cost: 10,
  async run({ params: { id }, body: { user_id } }, crm) {
    const tree = await lockRoles(crm)
    if (!tree.has(id)) throw noRole()
    const before = await findRoleOfUser(crm, user_id)
    if (before === undefined) throw doesNotExist('user_id', user_id)
    await assign(crm, user_id, before, id)
    return { user_id, role_id: id }
  },
})

const deleteRoleAssignment = v1({
  route: 'DELETE /roles/{id}/assignments',
  summary: 'Take a user out of a role, into the topmost one',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  body: { user_id: Id },
  reply: Type.Object({ id: Type.Integer({ description: 'Of the role the user was taken out of' }) }),
  cost: 6,
  async run({ params: { id }, body: { user_id } }, crm) {
    const tree = await lockRoles(crm)
    if (!tree.has(id)) throw noRole()
    const before = await findRoleOfUser(crm, user_id)
    if (before !== id) throw failure('missing', `user_id ${user_id} is not in this role`, { field: 'user_id' })
    await assign(crm, user_id, before, topmostOf(tree))
    return { id }
  },
})

async function assign(crm: Crm, userId: number, before: number, after: number): Promise<void> {
  if (before === after) return
  await storeAssignment(crm, userId, after)
  await auditCall(crm, 'role_assigned', userId, { before, after })
}

export const roleAssignments = [getRoleAssignments, addRoleAssignment, deleteRoleAssignment]
