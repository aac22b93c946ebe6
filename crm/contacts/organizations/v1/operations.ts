import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { deletingOne, deletingSeveral } from '../../../base/records/deleting.ts'
import { Name } from '../../../base/records/name.ts'
import { byId } from '../../../base/records/v1/relatedObjects.ts'
import { nextAndLastActivity } from '../../../work/activities/v1/nextAndLast.ts'
import { contactsQuery } from '../../v1/pages.ts'
import { createOrganization, removeOrganization, updateOrganization } from '../write.ts'
import { organizationFromV1, writableV1 } from './input.ts'
import { besideOrganization, organizationReads, organizationsBeside, organizationsReply } from './page.ts'
import { OrganizationV1 } from './shape.ts'
import { namedFollowers } from './store.ts'

/** The older v1 calls on organizations that most existing integrations still make. */

const params = { id: Id }

const getOrganizations = v1({
  route: 'GET /organizations',
  summary: 'Get all organizations',
  scopes: ['contacts:read', 'contacts:full'],
  query: contactsQuery,
  reply: organizationsReply,
  beside: organizationsBeside,
  cost: 20,
  run: ({ query }, crm) => organizationReads.list(crm, query),
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
    ...besideOrganization,
  },
  cost: 2,
  async run({ params: { id } }, crm) {
    const followers = await namedFollowers(crm, id)
    const additional_data = {
      followers: Object.fromEntries(followers.map(follower => [follower.user_id, follower])),
      dropbox_email: crm.services.mailboxOf(crm.actor, `org${id}`),
    }
    return organizationReads.one(crm, id, {
      additional_data,
      more: async written => ({ edit_name: true, ...(await nextAndLastActivity(crm, written)) }),
    })
  },
})

const addOrganization = v1({
  route: 'POST /organizations',
  summary: 'Add an organization',
  scopes: ['contacts:full'],
  body: Type.Object({ name: Name, ...writableV1 }, { additionalProperties: true }),
  reply: OrganizationV1,
  beside: besideOrganization,
  status: 201,
  cost: 10,
  transaction: 'statement',
  async run({ body }, crm) {
    const { id } = await createOrganization(crm, organizationFromV1(await fieldsOf(crm, 'organization'), crm, body))
    return organizationReads.one(afterWriting(crm, 'organization', id), id, { more: () => ({ edit_name: true }) })
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
  beside: besideOrganization,
  cost: 10,
  transaction: 'statement',
  async run({ params, body }, crm) {
    await updateOrganization(crm, params.id, organizationFromV1(await fieldsOf(crm, 'organization'), crm, body))
    return organizationReads.one(afterWriting(crm, 'organization', params.id), params.id)
  },
})

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

export const organizationsV1 = [
  getOrganizations,
  getOrganization,
  addOrganization,
  updateOrganizationV1,
  deleteOrganization,
  deleteOrganizations,
]
