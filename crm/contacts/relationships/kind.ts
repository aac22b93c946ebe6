import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING, maySee } from '../../base/access/visibility.ts'
import type { Told } from '../../base/records/told.ts'
import { selectRelationships } from './store.ts'
import { OrganizationRelationship } from './v1/shape.ts'

/** As it is stored: v1 shows it from the side of one of its organizations when one is named. */
const told: Told = {
  logged: 'organization_relationship',
  table: 'organization_relationship',
  alias: 'r',
  maySee: maySeeBoth,
  feed: {
    scopes: ['contacts:read', 'contacts:full'],
    shape: OrganizationRelationship,
    async show(crm, ids) {
      const rows = await selectRelationships(crm, sql`r.id = any(${ids.map(Number)}::bigint[])`)
      return new Map(rows.map(row => [String(row.id), JSON.stringify(row.wire)]))
    },
  },
}

function maySeeBoth(actor: Actor): Fragment {
  if (actor.isAdmin) return EVERYTHING
  return sql`(select count(*) = 2 from crm.organization side where side.company_id = r.company_id
    and side.id in (r.owner_org_id, r.linked_org_id) and ${maySee(actor, 'organization', 'side')})`
}

export const relationshipKind = { told }
