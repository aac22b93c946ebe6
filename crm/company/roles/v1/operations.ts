import { answer } from '@portico/kit/api/answer'
import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { Name } from '../../../base/records/name.ts'
import { levelOf } from '../rules.ts'
import { findRole, listRoles } from '../store.ts'
import { addRole as add, removeRole, updateRole as update } from '../write.ts'
import { findSettings } from './settingsStore.ts'
import { Role, RoleSettings, RoleWithLevel } from './shape.ts'

const params = { id: Id }
const RoleId = Type.Object({ id: Type.Integer() })

const getRoles = v1({
  route: 'GET /roles',
  summary: 'Get all roles',
  scopes: ['admin'],
  rights: ['account_admin'],
  query: offsetQuery,
  reply: nullable(Type.Array(RoleWithLevel)),
  beside: pagination,
  cost: 20,
  async run({ query }, crm) {
    const roles = await listRoles(crm)
    const tree = new Map(roles.map(role => [role.id, role.parent_role_id]))
    const page = pageOf(query)
    const shown = roles.slice(page.start, page.start + page.limit + 1)
    return offsetPage<RoleWithLevel>(
      shown.map(role => JSON.stringify({ ...role, level: levelOf(tree, role.id) })),
      page,
    )
  },
})

const getRole = v1({
  route: 'GET /roles/{id}',
  summary: 'Get one role',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  reply: Role,
  beside: { additional_data: Type.Object({ settings: RoleSettings }) },
  cost: 2,
  async run({ params: { id } }, crm) {
    const role = await findRole(crm, id)
    return answer(role, { beside: { additional_data: { settings: await findSettings(crm, id) } } })
  },
})

const addRole = v1({
  route: 'POST /roles',
  summary: 'Add a role, below the topmost one when no other is named',
  scopes: ['admin'],
  rights: ['account_admin'],
  body: { name: Name, parent_role_id: optional(nullable(Id)) },
  reply: RoleId,
  cost: 10,
  run: async ({ body }, crm) => ({ id: await add(crm, body) }),
})

const updateRole = v1({
  route: 'PUT /roles/{id}',
  summary: 'Rename a role, or put it with all below it under another one',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  body: { name: optional(Name), parent_role_id: optional(nullable(Id)) },
  reply: RoleId,
  cost: 10,
  async run({ params, body }, crm) {
    await update(crm, params.id, body)
    return { id: params.id }
  },
})

const deleteRole = v1({
  route: 'DELETE /roles/{id}',
  summary: 'Delete a role; its users and sub-roles go to the role above it',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  reply: RoleId,
  cost: 6,
  async run({ params: { id } }, crm) {
    await removeRole(crm, id)
    return { id }
  },
})

export const roles = [getRoles, getRole, addRole, updateRole, deleteRole]
