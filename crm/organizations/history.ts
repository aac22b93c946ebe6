import { Id, nullable } from '@portico/kit/schemas'
import Type from 'typebox'
import { permittedUsers } from '../access/permittedUsers.ts'
import { v1 } from '../api/operation.ts'
import { ChangelogItem, changelogPage, changelogQuery } from '../changes/changelog.ts'
import { FlowItem, flowBeside, flowPage, flowQuery } from '../changes/flow.ts'
import { nextCursor } from '../lists/cursor.ts'
import { requireOrganization } from './store.ts'

const params = { id: Id }

const getOrganizationChangelog = v1({
  route: 'GET /organizations/{id}/changelog',
  summary: 'List what happened to the fields of an organization',
  scopes: ['recents:read'],
  params,
  query: changelogQuery,
  reply: Type.Array(ChangelogItem),
  beside: nextCursor,
  cost: 20,
  async run({ params, query }, crm) {
    await requireOrganization(crm, params.id)
    return changelogPage(crm, 'organization', params.id, query)
  },
})

const getOrganizationUpdates = v1({
  route: 'GET /organizations/{id}/flow',
  summary: 'List everything that happened to an organization and around it',
  scopes: ['recents:read'],
  params,
  query: flowQuery,
  reply: nullable(Type.Array(FlowItem)),
  beside: flowBeside,
  cost: 40,
  async run({ params, query }, crm) {
    await requireOrganization(crm, params.id)
    return flowPage(crm, 'organization', params.id, query)
  },
})

const getOrganizationUsers = v1({
  route: 'GET /organizations/{id}/permittedUsers',
  summary: 'List the users who may see an organization',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  reply: Type.Array(Type.Integer()),
  cost: 10,
  run: ({ params }, crm) => permittedUsers(crm, 'organization', params.id),
})

export const organizationHistory = [getOrganizationChangelog, getOrganizationUpdates, getOrganizationUsers]
