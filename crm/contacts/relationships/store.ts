import { failure } from '@portico/kit/api/failure'
import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { expandedOrganization } from '../../base/records/v1/expand.ts'
import type { Relationship } from './rules.ts'
import type { OrganizationRelationship } from './v1/shape.ts'

export interface RelationshipRow extends Relationship {
  id: number
  version: number
  wire: OrganizationRelationship
  owner_name: string
  linked_name: string
}

/** Relationships whose both organizations the caller may see; `where` refers to `crm.organization_relationship r`. */
export async function selectRelationships(crm: Crm, where: Fragment): Promise<RelationshipRow[]> {
  const { sql, actor, services } = crm
  const mailbox = services.mailboxOf(actor)
  return sql<RelationshipRow[]>`
    select r.id, r.version, r.type, r.owner_org_id, r.linked_org_id, owner.name as owner_name, linked.name as linked_name,
      json_build_object('id', r.id, 'type', r.type, 'rel_owner_org_id', ${expandedOrganization(actor, 'owner', mailbox)},
        'rel_linked_org_id', ${expandedOrganization(actor, 'linked', mailbox)}, 'add_time', crm.time_v1(r.add_time),
        'update_time', crm.time_v1(r.update_time), 'active_flag', 'true') as wire
    from crm.organization_relationship r
    join crm.organization owner on owner.company_id = r.company_id and owner.id = r.owner_org_id
    join crm.organization linked on linked.company_id = r.company_id and linked.id = r.linked_org_id
    where r.company_id = ${actor.companyId} and not owner.is_deleted and not linked.is_deleted
      and ${maySee(actor, 'organization', 'owner')} and ${maySee(actor, 'organization', 'linked')} and ${where}
    order by r.id`
}

export async function findRelationship(crm: Crm, id: number): Promise<RelationshipRow> {
  const [relationship] = await selectRelationships(crm, crm.sql`r.id = ${id}`)
  if (!relationship) throw noRelationship()
  return relationship
}

export function noRelationship() {
  return failure('missing', 'Organization relationship not found')
}

/** Refuses an organization that is not there or that the caller may not see, naming the field. */
export async function checkOrganizations(
  { sql, actor }: Crm,
  named: Record<string, number | undefined>,
): Promise<void> {
  const ids = Object.values(named).filter(id => id !== undefined)
  const found = await sql<{ id: number }[]>`
    select o.id from crm.organization o where o.company_id = ${actor.companyId} and o.id = any(${ids}::bigint[])
      and not o.is_deleted and ${maySee(actor, 'organization', 'o')}`
  for (const [field, id] of Object.entries(named))
    if (id !== undefined && !found.some(organization => organization.id === id)) throw doesNotExist(field, id)
}

/** All relationships of some organizations, whoever may see them, locked for the rest of the transaction. */
export async function lockRelationshipsOf(
  { sql, actor }: Crm,
  ids: readonly number[],
): Promise<(Relationship & { id: number })[]> {
  return sql<(Relationship & { id: number })[]>`
    select id, type, owner_org_id, linked_org_id from crm.organization_relationship
    where company_id = ${actor.companyId} and (owner_org_id = any(${ids}::bigint[]) or linked_org_id = any(${ids}::bigint[]))
    order by id for update`
}
