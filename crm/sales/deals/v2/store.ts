import type { Answered } from '@portico/kit/api/answer'
import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { type Keyset, keysetPage } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { type IncludedInDeal, includedColumns } from './included.ts'
import type { Deal } from './shape.ts'
import { dealColumnsV2 } from './wire.ts'

export async function findDealV2(
  crm: Crm,
  id: number,
  include?: readonly IncludedInDeal[],
): Promise<WireRow | undefined> {
  const { sql, actor } = crm
  const fields = await fieldsOf(crm, 'deal')
  const [deal] = await sql<WireRow[]>`
    select row_to_json(w)::text as wire, d.version
    from crm.deal d cross join lateral (select ${dealColumnsV2(fields)} ${includedColumns(crm, include)}) w
    where d.company_id = ${actor.companyId} and d.id = ${id} and ${maySee(actor, 'deal', 'd')}`
  return deal
}

export interface DealFilter {
  /** A condition on `crm.deal d`. */
  where?: Fragment | undefined
  is_archived?: boolean | undefined
  ids?: readonly number[] | undefined
  owner_id?: number | undefined
  person_id?: number | undefined
  org_id?: number | undefined
  pipeline_id?: number | undefined
  stage_id?: number | undefined
  status?: readonly string[] | undefined
  updated_since?: Date | undefined
  updated_until?: Date | undefined
}

/** One page of deals, archived or not; deleted ones only when their status is asked for. */
export async function listDealsV2(
  crm: Crm,
  filter: DealFilter,
  page: Keyset,
  wanted: { limit: number; include?: readonly IncludedInDeal[] | undefined; show?: (wire: string) => string },
): Promise<Answered<Deal[]>> {
  const { sql, actor } = crm
  const fields = await fieldsOf(crm, 'deal')
  const columns = sql`${dealColumnsV2(fields)} ${includedColumns(crm, wanted.include)}`
  const rows = sql`
    select row_to_json(w)::text as wire, d.id, d.sort_key
    from (
      select d.*, ${page.sortKey} as sort_key from crm.deal d
      where d.company_id = ${actor.companyId} and d.is_archived = ${filter.is_archived ?? false}
        and ${matching(crm, filter)} and ${maySee(actor, 'deal', 'd')} and ${page.after}
      order by ${page.orderBy} limit ${rowLimit(wanted.limit + 1)}
    ) d cross join lateral (select ${columns}) w`
  return keysetPage<Deal>(crm, rows, wanted.limit, wanted.show)
}

function matching({ sql }: Crm, filter: DealFilter): Fragment {
  return sql`
    ${filter.status ? sql`d.status = any(${filter.status})` : sql`d.status <> 'deleted'`}
    ${filter.where ? sql`and ${filter.where}` : sql``}
    ${filter.ids ? sql`and d.id = any(${filter.ids})` : sql``}
    ${filter.owner_id ? sql`and d.owner_id = ${filter.owner_id}` : sql``}
    ${filter.person_id ? sql`and d.person_id = ${filter.person_id}` : sql``}
    ${filter.org_id ? sql`and d.org_id = ${filter.org_id}` : sql``}
    ${filter.pipeline_id ? sql`and d.pipeline_id = ${filter.pipeline_id}` : sql``}
    ${filter.stage_id ? sql`and d.stage_id = ${filter.stage_id}` : sql``}
    ${filter.updated_since ? sql`and d.update_time >= ${filter.updated_since}` : sql``}
    ${filter.updated_until ? sql`and d.update_time < ${filter.updated_until}` : sql``}`
}
