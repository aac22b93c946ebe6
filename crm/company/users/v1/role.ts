import { Id, nullable } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { findRoleOfUser, listAssignments } from '../../roles/v1/assignmentsStore.ts'
import { findSettings } from '../../roles/v1/settingsStore.ts'
import { RoleAssignment, RoleSettings } from '../../roles/v1/shape.ts'
import { missingUser, requireUser } from '../store.ts'

const READ = ['users:read']

const getUserRoleAssignments = v1({
  route: 'GET /users/{id}/roleAssignments',
  summary: 'Get the role a user is in, as a list of one',
  scopes: READ,
  params: { id: Id },
  query: offsetQuery,
  reply: nullable(Type.Array(RoleAssignment)),
  beside: pagination,
  cost: 10,
  async run({ params: { id }, query }, crm) {
    await requireUser(crm, id)
    const page = pageOf(query)
    return offsetPage<RoleAssignment>(await listAssignments(crm, { userId: id }, page), page)
  },
})

const getUserRoleSettings = v1({
  route: 'GET /users/{id}/roleSettings',
  summary: 'Get who sees new records of a user when nobody says: the settings of the role the user is in',
  scopes: READ,
  params: { id: Id },
  reply: RoleSettings,
  cost: 10,
  async run({ params: { id } }, crm) {
    await requireUser(crm, id)
    const roleId = await findRoleOfUser(crm, id)
    if (roleId === undefined) throw missingUser()
    return findSettings(crm, roleId)
  },
})

export const roleOfUser = [getUserRoleAssignments, getUserRoleSettings]
