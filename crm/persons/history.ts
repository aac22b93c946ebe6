import { Id, nullable } from '@portico/kit/schemas'
import Type from 'typebox'
import { permittedUsers } from '../access/permittedUsers.ts'
import { v1 } from '../api/operation.ts'
import { ChangelogItem, changelogPage, changelogQuery } from '../changes/changelog.ts'
import { FlowItem, flowBeside, flowPage, flowQuery } from '../changes/flow.ts'
import { nextCursor } from '../lists/cursor.ts'
import { requirePerson } from './store.ts'

const params = { id: Id }

const getPersonChangelog = v1({
  route: 'GET /persons/{id}/changelog',
  summary: 'List what happened to the fields of a person',
  scopes: ['recents:read'],
  params,
  query: changelogQuery,
  reply: Type.Array(ChangelogItem),
  beside: nextCursor,
  cost: 20,
  async run({ params, query }, crm) {
    await requirePerson(crm, params.id)
    return changelogPage(crm, 'person', params.id, query)
  },
})

const getPersonUpdates = v1({
  route: 'GET /persons/{id}/flow',
  summary: 'List everything that happened to a person and around it',
  scopes: ['recents:read'],
  params,
  query: flowQuery,
  reply: nullable(Type.Array(FlowItem)),
  beside: flowBeside,
  cost: 40,
  async run({ params, query }, crm) {
    await requirePerson(crm, params.id)
    return flowPage(crm, 'person', params.id, query)
  },
})

const getPersonUsers = v1({
  route: 'GET /persons/{id}/permittedUsers',
  summary: 'List the users who may see a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  reply: Type.Array(Type.Integer()),
  cost: 10,
  run: ({ params }, crm) => permittedUsers(crm, 'person', params.id),
})

export const personHistory = [getPersonChangelog, getPersonUpdates, getPersonUsers]
