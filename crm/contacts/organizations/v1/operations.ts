import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { withFields } from '@portico/kit/api/json'
import { Id, nullable, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { sortColumnsV1 } from '../../../base/fields/derive.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { offsetPage, offsetQuery, pageOf, pagination, sortOf } from '../../../base/lists/v1/offset.ts'
import { deletingOne, deletingSeveral } from '../../../base/records/deleting.ts'
import { Name } from '../../../base/records/name.ts'
import { byId } from '../../../base/records/v1/relatedObjects.ts'
import { oneRecordV1, textV1 } from '../../../base/records/v1/wire.ts'
import { selectActivitiesV1 } from '../../../work/activities/v1/store.ts'
import { ContactRelatedObjects, contactRelatedObjects } from '../../v1/contacts.ts'
import { organizationFields } from '../fields.ts'
import { createOrganization, removeOrganization, updateOrganization } from '../write.ts'
import { organizationFromV1, writableV1 } from './input.ts'
import { OrganizationV1 } from './shape.ts'
import { findOrganizationV1, namedFollowers, relatedOf, selectOrganizationsV1 } from './store.ts'

/** The older v1 calls on organizations that most existing integrations still make. */

const params = { id: Id }
const beside = { related_objects: optional(ContactRelatedObjects) }

const sortColumns = sortColumnsV1(organizationFields, 'o')

const getOrganizations = v1({
  route: 'GET /organizations',
  summary: 'Get all organizations',
  scopes: ['contacts:read', 'contacts:full'],
  query: {
    user_id: optional(Id),
    filter_id: optional(Id),
    first_char: optional(Type.String({ minLength: 1, maxLength: 1 })),
    sort: optional(Type.String()),
    ...offsetQuery,
  },
  reply: nullable(Type.Array(OrganizationV1)),
  beside: { ...pagination, ...beside },
  cost: 20,
  async run({ query }, crm) {
    const { user_id, first_char, filter_id } = query
    const where = filter_id
      ? await filterCondition(crm, 'org', filter_id, 'o')
      : sql`true ${user_id ? sql`and o.owner_id = ${user_id}` : sql``}
          ${first_char ? sql`and lower(left(o.name, 1)) = lower(${first_char})` : sql``}`
    const page = pageOf(query)
    const fields = await fieldsOf(crm, 'organization')
    const order = sortOf(query.sort, sortColumns(fields), sql`o.id`)
    const rows = await selectOrganizationsV1(crm, sql`not o.is_deleted and ${where}`, order, {
      ...page,
      limit: page.limit + 1,
    })
    const related_objects = await contactRelatedObjects(crm, relatedOf(rows))
    return offsetPage<OrganizationV1>(
      rows.map(row => textV1(fields, row)),
      page,
      { related_objects },
    )
  },
})

const FollowersByUser = byId(
  'FOLLOWER_USER_ID',
  Type.Object({
    id: Type.Integer(),
    user_id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    pic_hash: nullable(Type.String()),
  }),
)

const getOrganization = v1({
  route: 'GET /organizations/{id}',
  summary: 'Get details of an organization',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  reply: OrganizationV1,
  beside: {
    additional_data: Type.Object({ followers: FollowersByUser, dropbox_email: Type.String() }),
    ...beside,
  },
  cost: 2,
  async run({ params: { id } }, crm) {
    const followers = await namedFollowers(crm, id)
    const additional_data = {
      followers: Object.fromEntries(followers.map(follower => [follower.user_id, follower])),
      dropbox_email: crm.services.mailboxOf(crm.actor, `org${id}`),
    }
    return oneOrganizationV1(crm, id, { additional_data, more: await activitiesBesides(crm, id) })
  },
})

/** The whole next and last activity, which only the details of an organization show. */
async function activitiesBesides(crm: Crm, id: number): Promise<Record<string, unknown>> {
  const one = async (done: boolean) => {
    const order = done ? sql`a.due_date desc, a.due_time desc nulls last` : sql`a.due_date, a.due_time nulls first`
    const where = sql`a.org_id = ${id} and a.done = ${done} and not a.is_deleted`
    const [found] = await selectActivitiesV1(crm, where, order, { start: 0, limit: 1 })
    return found ? JSON.parse(found.wire) : null
  }
  return { edit_name: true, last_activity: await one(true), next_activity: await one(false) }
}

const addOrganization = v1({
  route: 'POST /organizations',
  summary: 'Add an organization',
  scopes: ['contacts:full'],
  body: Type.Object({ name: Name, ...writableV1 }, { additionalProperties: true }),
  reply: OrganizationV1,
  beside,
  status: 201,
  cost: 10,
  async run({ body }, crm) {
    const { id } = await createOrganization(crm, organizationFromV1(await fieldsOf(crm, 'organization'), crm, body))
    return oneOrganizationV1(afterWriting(crm, 'organization', id), id, { more: { edit_name: true } })
  },
})

const updateOrganizationV1 = v1({
  route: 'PUT /organizations/{id}',
  summary: 'Update an organization',
  ifMatch: true,
  scopes: ['contacts:full'],
  params,
  body: Type.Object({ name: optional(Name), ...writableV1 }, { additionalProperties: true }),
  reply: OrganizationV1,
  beside,
  cost: 10,
  async run({ params, body }, crm) {
    await updateOrganization(crm, params.id, organizationFromV1(await fieldsOf(crm, 'organization'), crm, body))
    return oneOrganizationV1(afterWriting(crm, 'organization', params.id), params.id)
  },
})

/** One organization in v1 with its related objects, and with more fields where a call shows more. */
async function oneOrganizationV1(
  crm: Crm,
  id: number,
  { additional_data, more }: { additional_data?: object; more?: Record<string, unknown> } = {},
): Promise<Answered<OrganizationV1>> {
  const row = await findOrganizationV1(crm, id)
  if (!row) throw failure('missing', 'Organization not found')
  const wire = more ? withFields(row.wire, more) : row.wire
  const related_objects = await contactRelatedObjects(crm, relatedOf([row]))
  return oneRecordV1<OrganizationV1>(await fieldsOf(crm, 'organization'), { ...row, wire }, 'Organization', {
    beside: { ...(additional_data && { additional_data }), related_objects },
  })
}

const deleteOrganization = v1({
  route: 'DELETE /organizations/{id}',
  summary: 'Delete an organization; it can be brought back for 30 days',
  scopes: ['contacts:full'],
  cost: 6,
  ...deletingOne(removeOrganization),
})

const deleteOrganizations = v1({
  route: 'DELETE /organizations',
  summary: 'Delete several organizations; all of them or none',
  scopes: ['contacts:full'],
  rights: ['can_bulk_edit_items'],
  cost: 10,
  ...deletingSeveral(removeOrganization),
})

export const classicOrganizations = [
  getOrganizations,
  getOrganization,
  addOrganization,
  updateOrganizationV1,
  deleteOrganization,
  deleteOrganizations,
]
