import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowLimit, rowWindow } from '../../../base/lists/limit.ts'
import type { WireRowV1 } from '../../../base/records/v1/wire.ts'
import { BLOCK, seenGroups } from '../dealGroups.ts'
import { dealColumnsV1, dealJoinsV1, type Relations } from './wire.ts'

/** A deal in v1 with the ids its answer names, for the related objects. */
export interface DealRowV1 extends WireRowV1 {
  id: number
  owner_id: number
  creator_id: number
  person_id: number | null
  org_id: number | null
}

/** Deals the caller may see, in v1. `where`, `orderBy` and `page` refer to `crm.deal d`. */
export function selectDealsV1(
  crm: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
  form: Relations = 'expanded',
): Promise<DealRowV1[]> {
  return selectWindow(crm, where, fragment`order by ${orderBy} ${rowWindow(start, limit)}`, form)
}

/**
 * The same in the order of ids, for a page far behind the first: instead of walking there, the groups of deals tell in
 * which block of ids it begins. `where` refers to groups too.
 */
export function selectFarDealsV1(
  crm: Crm,
  where: Fragment,
  { start, limit }: { start: number; limit: number },
  form: Relations,
): Promise<DealRowV1[]> {
  const beginning = fragment`
    with beginning as materialized (
      select b.place * ${BLOCK}::bigint as id, ${start}::bigint - b.before as skipped from (
        select d.place, sum(d.count) as count, sum(sum(d.count)) over (order by d.place) - sum(d.count) as before
        from ${seenGroups(crm.actor, 'id')} d where ${where} group by d.place
      ) b where b.before <= ${start} and b.before + b.count > ${start}
    )`
  const window = fragment`and d.id >= (select id from beginning)
    order by d.id offset (select skipped from beginning) limit ${rowLimit(limit)}`
  return selectWindow(crm, where, window, form, beginning)
}

async function selectWindow(
  crm: Crm,
  where: Fragment,
  window: Fragment,
  form: Relations,
  before: Fragment = fragment``,
): Promise<DealRowV1[]> {
  const { sql, actor } = crm
  return sql<DealRowV1[]>`
    ${before}
    select row_to_json(w)::text as wire,
      d.custom::text as custom, d.version, d.id, d.owner_id, d.creator_id, d.person_id, d.org_id
    from (
      select page.*, row_number() over () as place from (
        select d.* from crm.deal d
        where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}
        ${window}
      ) page
    ) d ${dealJoinsV1(crm)} cross join lateral (select ${dealColumnsV1(crm, form)}) w
    order by d.place`
}

export async function findDealV1(crm: Crm, id: number, form?: Relations): Promise<DealRowV1 | undefined> {
  const { sql } = crm
  const [deal] = await selectDealsV1(crm, sql`d.id = ${id}`, sql`d.id`, { start: 0, limit: 1 }, form)
  return deal
}

/** What the answer names, for the related objects beside it. */
export function relatedOf(deals: readonly DealRowV1[]) {
  return {
    user: deals.flatMap(deal => [deal.owner_id, deal.creator_id]),
    person: deals.map(deal => deal.person_id),
    organization: deals.map(deal => deal.org_id),
  }
}
