import { Id, optional } from '@portico/kit/api/schemas'
import { joined, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { offsetQuery } from '../../../base/lists/v1/offset.ts'
import { dealsOfBeside, dealsOfQuery, dealsOfRecord, dealsOfReply } from '../../../sales/deals/v1/dealsOf.ts'
import { activitiesOf } from '../../../work/activities/v1/page.ts'
import { dealsNaming } from '../../contactFacts.ts'
import { personReads, personsBeside, personsReply } from '../../persons/v1/page.ts'
import { requireOrganization } from '../store.ts'

/** The older v1 lists of what belongs to an organization. */

const params = { id: Id }

const getOrganizationDeals = v1({
  route: 'GET /organizations/{id}/deals',
  summary: 'List the deals of an organization: its own, those of its persons, and those that name it in a field',
  scopes: ['deals:read', 'deals:full'],
  params,
  query: {
    ...dealsOfQuery,
    only_primary_association: optional(Type.Integer({ minimum: 0, maximum: 1, description: '1 lists its own only' })),
  },
  reply: dealsOfReply,
  beside: dealsOfBeside,
  cost: 20,
  async run({ params: { id }, query }, crm) {
    await requireOrganization(crm, id)
    const { companyId } = crm.actor
    const own = sql`select x.id from crm.deal x where x.company_id = ${companyId} and x.org_id = ${id}`
    if (query.only_primary_association) return dealsOfRecord(crm, own, query)
    const ways = [
      own,
      sql`select x.id from crm.person q join crm.deal x on x.company_id = q.company_id and x.person_id = q.id
        where q.company_id = ${companyId} and q.org_id = ${id}`,
      ...dealsNaming(await fieldsOf(crm, 'deal'), 'org', companyId, id),
    ]
    const mine = joined(ways, ' union all ')
    return dealsOfRecord(crm, mine, query)
  },
})

const getOrganizationPersons = v1({
  route: 'GET /organizations/{id}/persons',
  summary: 'List the persons of an organization',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: offsetQuery,
  reply: personsReply,
  beside: personsBeside,
  cost: 20,
  async run({ params, query }, crm) {
    await requireOrganization(crm, params.id)
    return personReads.page(crm, sql`p.org_id = ${params.id} and not p.is_deleted`, query)
  },
})

const getOrganizationActivities = v1({
  route: 'GET /organizations/{id}/activities',
  summary: 'List the activities of an organization',
  ...activitiesOf(requireOrganization, (_, id) => sql`a.org_id = ${id}`),
})

export const relatedToOrganization = [getOrganizationDeals, getOrganizationPersons, getOrganizationActivities]
