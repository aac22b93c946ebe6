import { failure } from '@portico/kit/api/failure'
import type { RelationshipType } from './v1/shape.ts'

export interface Relationship {
  type: RelationshipType
  owner_org_id: number
  linked_org_id: number
}

export interface Side {
  calculated_type: 'parent' | 'daughter' | 'related'
  calculated_related_org_id: number
}

/** What the other organization is, seen from one of the two: to a daughter it is the parent, and the other way round. */
export function sideOf({ type, owner_org_id, linked_org_id }: Relationship, seenFrom: number): Side {
  const isOwner = seenFrom === owner_org_id
  return {
    calculated_type: type === 'related' ? 'related' : isOwner ? 'daughter' : 'parent',
    calculated_related_org_id: isOwner ? linked_org_id : owner_org_id,
  }
}

export function refuseItself({ owner_org_id, linked_org_id }: Relationship): void {
  if (owner_org_id === linked_org_id)
    throw failure('invalid', 'rel_linked_org_id must name another organization', { field: 'rel_linked_org_id' })
}
