import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import type { Keyset, ListRow } from '../../../base/lists/cursor.ts'
import { rowLimit, rowWindow } from '../../../base/lists/limit.ts'
import type { WireRowV1 } from '../../../base/records/v1/wire.ts'
import { collectedColumns, organizationWireV1 } from './wire.ts'

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
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, o.custom::text as custom, o.version, o.id, o.owner_id
    from (
      select o.*, row_number() over (order by ${orderBy}) as place from crm.organization o
      where o.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'organization', 'o')}
      order by ${orderBy} ${rowWindow(start, limit)}
    ) o ${joins}
    order by o.place`
}

export async function findOrganizationV1(crm: Crm, id: number): Promise<OrganizationRowV1 | undefined> {
  const { sql } = crm
  const [organization] = await selectOrganizationsV1(crm, sql`o.id = ${id}`, sql`o.id`, { start: 0, limit: 1 })
  return organization
}

/** What the answer names, for the related objects beside it. */
export function relatedOf(organizations: readonly OrganizationRowV1[]) {
  return { user: organizations.map(({ owner_id }) => owner_id), organization: organizations.map(({ id }) => id) }
}

/** A page of the collection, deleted organizations among it, each with its custom fields as they are stored. */
export async function collectOrganizations(
  crm: Crm,
  where: Fragment,
  page: Keyset,
  limit: number,
): Promise<(ListRow & { custom: string })[]> {
  const { sql, actor } = crm
  return sql`
    select (select row_to_json(r) from (select ${collectedColumns(crm)}) r)::text as wire, o.custom::text as custom, o.id, null as sort_key
    from crm.organization o
    where o.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'organization', 'o')} and ${page.after}
    order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
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
