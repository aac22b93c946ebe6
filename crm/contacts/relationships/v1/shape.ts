import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { ExpandedOrganization } from '../../../base/records/v1/shape.ts'

export const RELATIONSHIP_TYPES = ['parent', 'related'] as const
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number]

const fields = {
  id: Type.Integer(),
  type: Type.String({ enum: [...RELATIONSHIP_TYPES] }),
  rel_owner_org_id: nullable(ExpandedOrganization),
  rel_linked_org_id: nullable(ExpandedOrganization),
  add_time: Type.String(),
  update_time: nullable(Type.String()),
  active_flag: Type.String({ enum: ['true'] }),
}

/** A relationship between two organizations, as it is stored: the owner is the parent, the linked one the daughter. */
export const OrganizationRelationship = named('OrganizationRelationship', Type.Object(fields))
export type OrganizationRelationship = Static<typeof OrganizationRelationship>

/** The same seen from one of the two: what the other one is to it. */
export const RelationshipSeen = named(
  'RelationshipSeen',
  Type.Object({
    ...fields,
    calculated_type: Type.String({ enum: ['parent', 'daughter', 'related'] }),
    calculated_related_org_id: Type.Integer(),
    related_organization_name: optional(Type.String()),
  }),
)
export type RelationshipSeen = Static<typeof RelationshipSeen>
