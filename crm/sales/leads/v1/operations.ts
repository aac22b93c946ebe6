import type { Answered } from '@portico/kit/api/answer'
import { Id, nullable, oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import { permittedUsers } from '../../../base/access/permittedUsersStore.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { sortColumnsV1 } from '../../../base/fields/derive.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { offsetPage, offsetQuery, pageOf, pagination, sortOf } from '../../../base/lists/v1/offset.ts'
import { Name } from '../../../base/records/name.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { nextActivityId } from '../../../work/activities/activityTotals.ts'
import { leadFields } from '../fields.ts'
import { createLead, removeLead, updateLead } from '../write.ts'
import { leadFrom, writable } from './input.ts'
import { Lead } from './shape.ts'
import { findLead, selectLeads } from './store.ts'

const sortColumns = sortColumnsV1(leadFields, 'l')

const params = { id: Uuid }
const reading = ['leads:read', 'leads:full']

const listQuery = {
  ...offsetQuery,
  owner_id: optional(Id),
  person_id: optional(Id),
  organization_id: optional(Id),
  filter_id: optional(Id),
  sort: optional(Type.String({ description: 'Such as `title ASC, add_time DESC`; oldest first when left out' })),
}

interface LeadQuery {
  start?: number | undefined
  limit?: number | undefined
  owner_id?: number | undefined
  person_id?: number | undefined
  organization_id?: number | undefined
  filter_id?: number | undefined
  updated_since?: string | undefined
  sort?: string | undefined
}

const getLeads = v1({
  route: 'GET /leads',
  summary: 'Get all leads, unless told otherwise those that are not archived',
  scopes: reading,
  query: {
    ...listQuery,
    archived_status: optional(oneOf(['archived', 'not_archived', 'all'], { default: 'not_archived' })),
    updated_since: optional(Type.String({ description: 'ISO 8601' })),
  },
  reply: nullable(Type.Array(Lead)),
  beside: pagination,
  cost: 20,
  run: ({ query }, crm) => leadPage(crm, BY_ARCHIVED_STATUS[query.archived_status ?? 'not_archived'], query),
})

const BY_ARCHIVED_STATUS = {
  archived: sql`l.is_archived`,
  not_archived: sql`not l.is_archived`,
  all: sql`true`,
}

const getArchivedLeads = v1({
  route: 'GET /leads/archived',
  summary: 'Get all archived leads',
  scopes: reading,
  query: listQuery,
  reply: nullable(Type.Array(Lead)),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) => leadPage(crm, sql`l.is_archived`, query),
})

/** One page of leads; `where` refers to `crm.lead l`. */
async function leadPage(crm: Crm, where: Fragment, query: LeadQuery): Promise<Answered<Lead[] | null>> {
  const page = pageOf(query)
  const wanted = query.filter_id ? await filterCondition(crm, 'leads', query.filter_id, 'l') : matching(query)
  const since = readTimeV1(query.updated_since, 'updated_since')
  const updated = since ? sql`l.update_time >= ${since}` : sql`true`
  const order = query.sort ? sortOf(query.sort, await sortable(crm), sql`l.id`) : sql`l.add_time, l.id`
  const rows = await selectLeads(crm, sql`${where} and ${wanted} and ${updated}`, order, {
    ...page,
    limit: page.limit + 1,
  })
  return offsetPage<Lead>(
    rows.map(row => row.wire),
    page,
  )
}

function matching({ owner_id, person_id, organization_id }: LeadQuery): Fragment {
  return sql`true
    ${owner_id ? sql`and l.owner_id = ${owner_id}` : sql``}
    ${person_id ? sql`and l.person_id = ${person_id}` : sql``}
    ${organization_id ? sql`and l.organization_id = ${organization_id}` : sql``}`
}

async function sortable(crm: Crm): Promise<Record<string, Fragment>> {
  const next_activity_id = nextActivityId(crm.actor, 'lead_id', 'l')
  return { ...sortColumns(await fieldsOf(crm, 'lead')), next_activity_id }
}

const getLead = v1({
  route: 'GET /leads/{id}',
  summary: 'Get one lead',
  scopes: reading,
  params,
  reply: Lead,
  cost: 2,
  run: ({ params }, crm) => oneLead(crm, params.id),
})

const addLead = v1({
  route: 'POST /leads',
  summary: 'Add a lead about a person or an organization',
  scopes: ['leads:full'],
  body: Type.Object({ title: Name, ...writable }, { additionalProperties: true }),
  reply: Lead,
  status: 201,
  cost: 10,
  async run({ body }, crm) {
    const id = await createLead(crm, leadFrom(await fieldsOf(crm, 'lead'), crm, body))
    return oneLead(afterWriting(crm, 'lead', id), id)
  },
})

const LeadUpdate = Type.Object({ title: optional(nullable(Name)), ...writable }, { additionalProperties: true })

const updateFields = {
  summary: 'Update the given fields of a lead',
  ifMatch: true,
  scopes: ['leads:full'],
  params,
  body: LeadUpdate,
  reply: Lead,
  cost: 10,
  async run({ params, body }: { params: { id: string }; body: Static<typeof LeadUpdate> }, crm: Crm) {
    await updateLead(crm, params.id, leadFrom(await fieldsOf(crm, 'lead'), crm, body))
    return oneLead(afterWriting(crm, 'lead', params.id), params.id)
  },
}

const patchLead = v1({ route: 'PATCH /leads/{id}', ...updateFields })
/** `PATCH` is the method; widely used tools send `PUT` and mean the same. */
const putLead = v1({ route: 'PUT /leads/{id}', ...updateFields })

const deleteLead = v1({
  route: 'DELETE /leads/{id}',
  summary: 'Delete a lead',
  ifMatch: true,
  scopes: ['leads:full'],
  params,
  reply: Type.Object({ id: Type.String() }),
  cost: 6,
  async run({ params }, crm) {
    await removeLead(crm, params.id)
    return { id: params.id }
  },
})

const getLeadUsers = v1({
  route: 'GET /leads/{id}/permittedUsers',
  summary: 'List the users who may see a lead',
  scopes: reading,
  params,
  reply: Type.Array(Type.Integer()),
  cost: 10,
  async run({ params }, crm) {
    await oneLead(crm, params.id)
    return permittedUsers(crm, 'lead', params.id)
  },
})

async function oneLead(crm: Crm, id: string): Promise<Answered<Lead>> {
  return oneRecord<Lead>(await findLead(crm, id), 'Lead')
}

export const leads = [getLeads, getArchivedLeads, getLead, addLead, patchLead, putLead, deleteLead, getLeadUsers]
