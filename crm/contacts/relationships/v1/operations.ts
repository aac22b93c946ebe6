import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { violates } from '@portico/kit/database/errors'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { deleteRecord, insertRecord, updateRecord } from '../../../base/changes/write.ts'
import { RelatedObjects, relatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { requireMatch } from '../../../base/records/version.ts'
import { requireOrganization } from '../../organizations/store.ts'
import { type Relationship, refuseItself, sideOf } from '../rules.ts'
import {
  checkOrganizations,
  findRelationship,
  noRelationship,
  type RelationshipRow,
  selectRelationships,
} from '../store.ts'
import { OrganizationRelationship, RELATIONSHIP_TYPES, RelationshipSeen } from './shape.ts'

const beside = { related_objects: RelatedObjects }
const params = { id: Id }

const getOrganizationRelationships = v1({
  route: 'GET /organizationRelationships',
  summary: 'List the relationships of an organization, seen from it',
  scopes: ['contacts:read', 'contacts:full'],
  query: { org_id: Id },
  reply: nullable(Type.Array(RelationshipSeen)),
  beside: {
    ...beside,
    additional_data: Type.Object({
      start: Type.Integer(),
      limit: Type.Integer(),
      more_items_in_collection: Type.Boolean(),
    }),
  },
  cost: 20,
  async run({ query: { org_id } }, crm) {
    await requireOrganization(crm, org_id)
    const rows = await selectRelationships(crm, sql`${org_id} in (r.owner_org_id, r.linked_org_id)`)
    const additional_data = { start: 0, limit: rows.length, more_items_in_collection: false }
    const seen = rows.map(row => seenFrom(row, org_id))
    return answer(seen.length > 0 ? seen : null, {
      beside: { additional_data, related_objects: await related(crm, rows) },
    })
  },
})

const getOrganizationRelationship = v1({
  route: 'GET /organizationRelationships/{id}',
  summary: 'Get a relationship, seen from one of its organizations',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: { org_id: optional(Id) },
  reply: RelationshipSeen,
  beside,
  cost: 2,
  async run({ params, query }, crm) {
    const row = await findRelationship(crm, params.id)
    const from = query.org_id ?? row.owner_org_id
    if (from !== row.owner_org_id && from !== row.linked_org_id)
      throw failure('missing', 'The organization has no part in this relationship')
    return answer(seenFrom(row, from), { beside: { related_objects: await related(crm, [row]) } })
  },
})

const addOrganizationRelationship = v1({
  route: 'POST /organizationRelationships',
  summary: 'Relate two organizations',
  scopes: ['contacts:full'],
  body: {
    type: oneOf(RELATIONSHIP_TYPES),
    rel_owner_org_id: Id,
    rel_linked_org_id: Id,
    org_id: optional(Id),
  },
  reply: OrganizationRelationship,
  beside,
  cost: 10,
  async run({ body }, crm) {
    const values = { type: body.type, owner_org_id: body.rel_owner_org_id, linked_org_id: body.rel_linked_org_id }
    await check(crm, values)
    const { id } = await once(
      insertRecord<{ id: number }>(crm, 'organization_relationship', { ...values, add_time: crm.now }),
    )
    return oneRelationship(crm, id)
  },
})

const updateOrganizationRelationship = v1({
  route: 'PUT /organizationRelationships/{id}',
  summary: 'Update a relationship between two organizations',
  ifMatch: true,
  scopes: ['contacts:full'],
  params,
  body: {
    org_id: optional(Id),
    type: optional(oneOf(RELATIONSHIP_TYPES)),
    rel_owner_org_id: optional(Id),
    rel_linked_org_id: optional(Id),
  },
  reply: OrganizationRelationship,
  beside,
  cost: 10,
  async run({ params, body }, crm) {
    const before = await findRelationship(crm, params.id)
    requireMatch(crm, before.version)
    const values = {
      type: body.type ?? before.type,
      owner_org_id: body.rel_owner_org_id ?? before.owner_org_id,
      linked_org_id: body.rel_linked_org_id ?? before.linked_org_id,
    }
    await check(crm, values)
    await once(updateRecord(crm, 'organization_relationship', params.id, values))
    return oneRelationship(crm, params.id)
  },
})

const deleteOrganizationRelationship = v1({
  route: 'DELETE /organizationRelationships/{id}',
  summary: 'End a relationship between two organizations',
  ifMatch: true,
  scopes: ['contacts:full'],
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    const { version } = await findRelationship(crm, params.id)
    requireMatch(crm, version)
    if (!(await deleteRecord(crm, 'organization_relationship', params.id))) throw noRelationship()
    return { id: params.id }
  },
})

async function check(crm: Crm, values: Relationship): Promise<void> {
  refuseItself(values)
  const { owner_org_id: rel_owner_org_id, linked_org_id: rel_linked_org_id } = values
  await checkOrganizations(crm, { rel_owner_org_id, rel_linked_org_id })
}

/** The database knows whether the two are related in this way already. */
async function once<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!violates(error, 'organization_relationship_once')) throw error
    throw failure('conflict', 'The two organizations are related in this way already')
  }
}

async function oneRelationship(crm: Crm, id: number): Promise<Answered<OrganizationRelationship>> {
  const row = await findRelationship(crm, id)
  const related_objects = await related(crm, [row])
  return answer(row.wire, { beside: { related_objects }, headers: { etag: `"${row.version}"` } })
}

function seenFrom(row: RelationshipRow, orgId: number): RelationshipSeen {
  const side = sideOf(row, orgId)
  const name = side.calculated_related_org_id === row.owner_org_id ? row.owner_name : row.linked_name
  return { ...row.wire, ...side, related_organization_name: name }
}

function related(crm: Crm, rows: readonly RelationshipRow[]) {
  return relatedObjects(crm, { organization: rows.flatMap(row => [row.owner_org_id, row.linked_org_id]) })
}

export const organizationRelationships = [
  getOrganizationRelationships,
  getOrganizationRelationship,
  addOrganizationRelationship,
  updateOrganizationRelationship,
  deleteOrganizationRelationship,
]
