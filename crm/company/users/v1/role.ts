import { answer } from '@portico/kit/api/answer'
import { Id, nullable } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { VISIBLE_TO } from '../../../base/access/visibility.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { requireUser } from '../store.ts'
import { findRoleOfUser, findRoleSettings } from './store.ts'

const READ = ['users:read']

const RoleAssignment = Type.Object({
  user_id: Type.Integer(),
  role_id: Type.Integer(),
  parent_role_id: nullable(Type.Integer()),
  name: Type.String(),
  active_flag: Type.Boolean(),
  type: Type.String(),
})

/** The one kind of assignment there is. */
const ASSIGNMENT_TYPE = '1'

const getUserRoleAssignments = v1({
  route: 'GET /users/{id}/roleAssignments',
  summary: 'Get the role a user is in, as a list of one',
  scopes: READ,
  params: { id: Id },
  query: offsetQuery,
  reply: Type.Array(RoleAssignment),
  beside: pagination,
  cost: 10,
  async run({ params, query }, crm) {
    await requireUser(crm, params.id)
    const { start, limit } = pageOf(query)
    const role = await findRoleOfUser(crm, params.id)
    const data = role && start === 0 ? [{ ...role, type: ASSIGNMENT_TYPE }] : []
    const facts = { start, limit, more_items_in_collection: false }
    return answer(data, { beside: { additional_data: { ...facts, pagination: facts } } })
  },
})

const RoleSettings = Type.Object({
  deal_default_visibility: Type.Integer(),
  lead_default_visibility: Type.Integer(),
  org_default_visibility: Type.Integer(),
  person_default_visibility: Type.Integer(),
  product_default_visibility: Type.Integer(),
  deal_access_level: Type.Integer(),
  org_access_level: Type.Integer(),
  person_access_level: Type.Integer(),
  product_access_level: Type.Integer(),
})

const getUserRoleSettings = v1({
  route: 'GET /users/{id}/roleSettings',
  summary: 'Get who sees new records of a user when nobody says: the settings of the role the user is in',
  scopes: READ,
  params: { id: Id },
  reply: RoleSettings,
  cost: 10,
  async run({ params }, crm) {
    await requireUser(crm, params.id)
    const settings = await findRoleSettings(crm, params.id)
    const { everyone } = VISIBLE_TO
    return {
      deal_default_visibility: settings.deal_default_visibility ?? everyone,
      lead_default_visibility: settings.lead_default_visibility ?? everyone,
      org_default_visibility: settings.org_default_visibility ?? everyone,
      person_default_visibility: settings.person_default_visibility ?? everyone,
      product_default_visibility: settings.product_default_visibility ?? everyone,
      // No role is shut out of a kind of record.
      deal_access_level: everyone,
      org_access_level: everyone,
      person_access_level: everyone,
      product_access_level: everyone,
    }
  },
})

export const roleOfUser = [getUserRoleAssignments, getUserRoleSettings]
