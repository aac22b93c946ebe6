import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import { v2 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { fieldsQuery } from '../../../base/fields/v2/show.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { cursorQuery, nextCursor, sortQuery } from '../../../base/lists/cursor.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { asOfQuery, updatedBetween } from '../../../base/records/time.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createOrganization, removeOrganization, updateOrganization } from '../write.ts'
import { changedOrganizationV2, newOrganizationV2, organizationFromV2 } from './input.ts'
import { includedInOrganization, Organization } from './shape.ts'
import { oneOrganizationV2, organizationPageV2 } from './store.ts'
import { organizationColumnsV2 } from './wire.ts'

const params = { id: Id }
const shown = { include_fields: optional(listOf(oneOf(Object.keys(includedInOrganization)))), ...fieldsQuery }

const getOrganization = v2({
  route: 'GET /organizations/{id}',
  summary: 'Get details of an organization',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: { ...shown, ...asOfQuery },
  reply: Organization,
  cost: 1,
  run: ({ params, query }, crm) => oneOrganizationV2(crm, params.id, query),
})

const getOrganizations = v2({
  route: 'GET /organizations',
  summary: 'Get all organizations',
  scopes: ['contacts:read', 'contacts:full'],
  query: {
    filter_id: optional(Id),
    ids: optional(listOf(Id, { maxItems: 100 })),
    owner_id: optional(Id),
    updated_since: optional(Type.String()),
    updated_until: optional(Type.String()),
    ...shown,
    ...sortQuery,
    ...cursorQuery,
  },
  reply: Type.Array(Organization),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    // A stored filter takes the place of all conditions on single fields.
    const chosen = query.filter_id
      ? await filterCondition(crm, 'org', query.filter_id, 'o')
      : equal('o', { owner_id: query.owner_id })
    return organizationPageV2(crm, sql`not o.is_deleted and ${chosen}`, { ...query, ...updatedBetween(query) })
  },
})

const addOrganization = v2({
  route: 'POST /organizations',
  summary: 'Add an organization',
  scopes: ['contacts:full'],
  body: newOrganizationV2,
  reply: Organization,
  cost: 5,
  transaction: 'statement',
  async run({ body }, crm) {
    const fields = await fieldsOf(crm, 'organization')
    const stored = await createOrganization(crm, organizationFromV2(fields, body), organizationColumnsV2(fields))
    return oneRecord<Organization>(stored, 'Organization')
  },
})

const updateOrganizationV2 = v2({
  route: 'PATCH /organizations/{id}',
  summary: 'Update an organization',
  ifMatch: true,
  scopes: ['contacts:full'],
  params,
  body: changedOrganizationV2,
  reply: Organization,
  cost: 5,
  transaction: 'statement',
  async run({ params, body }, crm) {
    await updateOrganization(crm, params.id, organizationFromV2(await fieldsOf(crm, 'organization'), body))
    return oneOrganizationV2(afterWriting(crm, 'organization', params.id), params.id)
  },
})

const deleteOrganization = v2({
  route: 'DELETE /organizations/{id}',
  summary: 'Delete an organization; it can be brought back for 30 days',
  scopes: ['contacts:full'],
  cost: 3,
  ...deletingOne(removeOrganization),
})

export const organizations = [
  getOrganizations,
  getOrganization,
  addOrganization,
  updateOrganizationV2,
  deleteOrganization,
]
