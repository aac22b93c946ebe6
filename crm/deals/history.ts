import { Id, nullable } from '@portico/kit/schemas'
import Type from 'typebox'
import { permittedUsers } from '../access/permittedUsers.ts'
import { v1 } from '../api/operation.ts'
import { ChangelogItem, changelogPage, changelogQuery } from '../changes/changelog.ts'
import { FlowItem, flowBeside, flowPage, flowQuery } from '../changes/flow.ts'
import { nextCursor } from '../lists/cursor.ts'
import { requireDeal } from './store.ts'

const params = { id: Id }

const getDealChangelog = v1({
  route: 'GET /deals/{id}/changelog',
  summary: 'List what changed in the fields of a deal',
  scopes: ['recents:read'],
  params,
  query: changelogQuery,
  reply: Type.Array(ChangelogItem),
  beside: nextCursor,
  cost: 20,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    return changelogPage(crm, 'deal', params.id, query)
  },
})

const getDealFlow = v1({
  route: 'GET /deals/{id}/flow',
  summary: 'List everything that happened to a deal and around it',
  scopes: ['recents:read'],
  params,
  query: flowQuery,
  reply: nullable(Type.Array(FlowItem)),
  beside: flowBeside,
  cost: 40,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    return flowPage(crm, 'deal', params.id, query)
  },
})

const getDealPermittedUsers = v1({
  route: 'GET /deals/{id}/permittedUsers',
  summary: 'List the users who may see a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  reply: Type.Array(Type.Integer()),
  cost: 10,
  run: ({ params }, crm) => permittedUsers(crm, 'deal', params.id),
})

export const dealHistory = [getDealChangelog, getDealFlow, getDealPermittedUsers]
