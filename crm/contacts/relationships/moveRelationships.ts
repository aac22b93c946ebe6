import type { Crm } from '../../base/api/context.ts'
import { deleteRecord, updateRecord } from '../../base/changes/write.ts'
import type { Relationship } from './rules.ts'
import { lockRelationshipsOf } from './store.ts'

/**
 * For a merge: what the merged organization was to others the survivor is from now on, under the same ids. A
 * relationship between the two ends, as does one the survivor has already.
 */
export async function moveRelationships(crm: Crm, id: number, into: number): Promise<void> {
  const rows = await lockRelationshipsOf(crm, [id, into])
  const [moving, staying] = [rows.filter(row => names(row, id)), rows.filter(row => !names(row, id))]
  const known = new Set(staying.map(tieOf))
  for (const row of moving) {
    const moved = { owner_org_id: moveTo(row.owner_org_id), linked_org_id: moveTo(row.linked_org_id) }
    const tie = tieOf({ ...row, ...moved })
    const ends = moved.owner_org_id === moved.linked_org_id || known.has(tie)
    known.add(tie)
    if (ends) await deleteRecord(crm, 'organization_relationship', row.id, { bulk: true })
    else await updateRecord(crm, 'organization_relationship', row.id, moved, { bulk: true })
  }

  function moveTo(organization: number): number {
    return organization === id ? into : organization
  }
}

function names({ owner_org_id, linked_org_id }: Relationship, id: number): boolean {
  return owner_org_id === id || linked_org_id === id
}

/** Two organizations are related in one way once, whichever is named first. */
function tieOf({ type, owner_org_id, linked_org_id }: Relationship): string {
  return [type, Math.min(owner_org_id, linked_org_id), Math.max(owner_org_id, linked_org_id)].join('/')
}
