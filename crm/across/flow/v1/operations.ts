import { Id, nullable } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { requireOrganization } from '../../../contacts/organizations/store.ts'
import { requirePerson } from '../../../contacts/persons/store.ts'
import { requireDeal } from '../../../sales/deals/store.ts'
import { FlowItem, flowBeside, flowPage, flowQuery } from './flow.ts'
import type { FlowEntity } from './store.ts'

interface Asked {
  params: { id: number }
  query: Static<TObject<typeof flowQuery>>
}

/** Everything that happened to a record and around it. `require` refuses a record that is not there for the caller. */
function flowOf(entity: FlowEntity, one: string, require: (crm: Crm, id: number) => Promise<unknown>) {
  return {
    summary: `List everything that happened to ${one} and around it`,
    params: { id: Id },
    query: flowQuery,
    reply: nullable(Type.Array(FlowItem)),
    beside: flowBeside,
    cost: 40,
    async run({ params, query }: Asked, crm: Crm) {
      await require(crm, params.id)
      return flowPage(crm, entity, params.id, query)
    },
  }
}

export const flows = [
  v1({ route: 'GET /deals/{id}/flow', scopes: ['recents:read'], ...flowOf('deal', 'a deal', requireDeal) }),
  v1({ route: 'GET /persons/{id}/flow', scopes: ['recents:read'], ...flowOf('person', 'a person', requirePerson) }),
  v1({
    route: 'GET /organizations/{id}/flow',
    scopes: ['recents:read'],
    ...flowOf('organization', 'an organization', requireOrganization),
  }),
]
