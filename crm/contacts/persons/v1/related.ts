import { Id, nullable } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { offsetQuery, pagination } from '../../../base/lists/v1/offset.ts'
import { PersonProduct, personProductsPage } from '../../../sales/dealProducts/v1/personProducts.ts'
import { dealsOfBeside, dealsOfQuery, dealsOfRecord, dealsOfReply } from '../../../sales/deals/v1/dealsOf.ts'
import { takesPart } from '../../../work/activities/activityTotals.ts'
import { activitiesOf } from '../../../work/activities/v1/page.ts'
import { requirePerson } from '../store.ts'

/** The older v1 lists of what belongs to a person. */

const params = { id: Id }

const getPersonDeals = v1({
  route: 'GET /persons/{id}/deals',
  summary: 'List the deals of a person: as the contact or taking part',
  scopes: ['deals:read', 'deals:full'],
  params,
  query: dealsOfQuery,
  reply: dealsOfReply,
  beside: dealsOfBeside,
  cost: 20,
  async run({ params, query }, crm) {
    await requirePerson(crm, params.id)
    const { companyId } = crm.actor
    const mine = sql`select x.id from crm.deal x where x.company_id = ${companyId} and x.person_id = ${params.id}
      union all select x.deal_id from crm.participant x where x.company_id = ${companyId} and x.person_id = ${params.id}`
    return dealsOfRecord(crm, mine, query)
  },
})

const getPersonActivities = v1({
  route: 'GET /persons/{id}/activities',
  summary: 'List the activities of a person',
  ...activitiesOf(requirePerson, ({ actor }, id) => takesPart(actor, id)),
})

const getPersonProducts = v1({
  route: 'GET /persons/{id}/products',
  summary: 'List the products on the deals of a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: offsetQuery,
  reply: nullable(Type.Array(PersonProduct)),
  beside: pagination,
  cost: 20,
  async run({ params, query }, crm) {
    await requirePerson(crm, params.id)
    return personProductsPage(crm, params.id, query)
  },
})

export const relatedToPerson = [getPersonDeals, getPersonActivities, getPersonProducts]
