import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRowV1 } from '../../../base/records/v1/wire.ts'
import { organizationWireV1 } from './wire.ts'

/** An organization in v1 with what its answer names, for the related objects. */
export interface OrganizationRowV1 extends WireRowV1 {
  id: number
  owner_id: number
}

/** Organizations the caller may see, in v1. `where`, `orderBy` and `page` refer to `crm.organization o`. */
export async function selectOrganizationsV1(
  crm: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<OrganizationRowV1[]> {
  const { sql, actor } = crm
  const { columns, joins } = await organizationWireV1(crm)
  return sql<OrganizationRowV1[]>`
    select row_to_json(w)::text as wire, o.custom::text as custom, o.version, o.id, o.owner_id
    from (
      select o.*, row_number() over (order by ${orderBy}) as place from crm.organization o
      where o.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'organization', 'o')}
      order by ${orderBy} ${rowWindow(start, limit)}
    ) o ${joins} cross join lateral (select ${columns}) w
    order by o.place`
}

/** What the answer names, for the related objects beside it. */
export function relatedOf(organizations: readonly OrganizationRowV1[]) {
  return { user: organizations.map(({ owner_id }) => owner_id), organization: organizations.map(({ id }) => id) }
}

export interface FollowerOfOrganization {
  id: number
  user_id: number
  name: string
  email: string
  pic_hash: string | null
}

export async function namedFollowers({ sql, actor }: Crm, id: number): Promise<FollowerOfOrganization[]> {
  return sql<FollowerOfOrganization[]>`
    select f.id, f.user_id, u.name, u.email, null as pic_hash from crm.follower f
    join crm.app_user u on u.company_id = f.company_id and u.id = f.user_id
    where f.company_id = ${actor.companyId} and f.entity = 'organization' and f.entity_id = ${id} order by f.id`
}
