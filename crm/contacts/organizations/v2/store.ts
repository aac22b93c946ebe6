import type { Answered } from '@portico/kit/api/answer'
import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { type Keyset, keysetPage } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import type { Organization } from './shape.ts'
import { includedFacts, organizationColumnsV2 } from './wire.ts'

export async function findOrganizationV2(
  crm: Crm,
  id: number,
  include: readonly string[] = [],
): Promise<WireRow | undefined> {
  const { sql, actor } = crm
  const fields = await fieldsOf(crm, 'organization')
  const facts = await includedFacts(crm, include)
  const [organization] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${organizationColumnsV2(fields)} ${facts.columns}) r)::text as wire, o.version
    from crm.organization o ${facts.joins}
    where o.company_id = ${actor.companyId} and o.id = ${id} and ${maySee(actor, 'organization', 'o')}`
  return organization
}

export interface OrganizationFilter {
  /** A condition of its own, such as a stored filter. */
  where?: Fragment | undefined
  ids?: readonly number[] | undefined
  owner_id?: number | undefined
  updated_since?: Date | undefined
  updated_until?: Date | undefined
}

/** One page of organizations that are not deleted, with the fields that were asked for beside their own. */
export async function listOrganizationsV2(
  crm: Crm,
  filter: OrganizationFilter,
  page: Keyset,
  wanted: { limit: number; include?: readonly string[] | undefined; show?: (wire: string) => string },
): Promise<Answered<Organization[]>> {
  const { sql, actor } = crm
  const fields = await fieldsOf(crm, 'organization')
  const facts = await includedFacts(crm, wanted.include)
  const rows = sql`
    select (select row_to_json(r) from (select ${organizationColumnsV2(fields)} ${facts.columns}) r)::text as wire, o.id, o.sort_key
    from (
      select o.*, ${page.sortKey} as sort_key from crm.organization o
      where o.company_id = ${actor.companyId} and not o.is_deleted and ${matching(crm, filter)}
        and ${maySee(actor, 'organization', 'o')} and ${page.after}
      order by ${page.orderBy} limit ${rowLimit(wanted.limit + 1)}
    ) o ${facts.joins}
    order by ${page.orderBy}`
  return keysetPage<Organization>(crm, rows, wanted.limit, wanted.show)
}

function matching({ sql }: Crm, filter: OrganizationFilter): Fragment {
  return sql`${filter.where ?? sql`true`}
    ${filter.ids ? sql`and o.id = any(${filter.ids})` : sql``}
    ${filter.owner_id ? sql`and o.owner_id = ${filter.owner_id}` : sql``}
    ${filter.updated_since ? sql`and o.update_time >= ${filter.updated_since}` : sql``}
    ${filter.updated_until ? sql`and o.update_time < ${filter.updated_until}` : sql``}`
}
