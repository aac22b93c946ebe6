import type { Answered } from '@portico/kit/api/answer'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { keyset } from '../../../base/lists/cursor.ts'
import { keysetPage } from '../../../base/lists/cursorStore.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { lineTables } from '../wire.ts'
import type { DealProduct } from './shape.ts'
import { lineColumnsV2 } from './wire.ts'

export async function selectLinesV2(
  { sql, actor }: Crm,
  ids: readonly number[],
): Promise<(WireRow & { id: number })[]> {
  return sql<(WireRow & { id: number })[]>`
    select (select row_to_json(r) from (select ${lineColumnsV2}) r)::text as wire, x.version, x.id from ${lineTables}
    where x.company_id = ${actor.companyId} and x.id = any(${ids}::bigint[]) order by x.order_nr, x.id`
}

const SORT_TYPES = {
  id: 'bigint',
  deal_id: 'bigint',
  add_time: 'timestamptz',
  update_time: 'timestamptz',
  order_nr: 'integer',
} as const

export interface LineOrder {
  sort_by?: keyof typeof SORT_TYPES | undefined
  sort_direction?: 'asc' | 'desc' | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** One page of the products on deals the caller may see. */
export async function listLinesV2(
  crm: Crm,
  dealIds: readonly number[],
  order: LineOrder,
): Promise<Answered<DealProduct[]>> {
  const { sql, actor } = crm
  const { sort_by = 'id', sort_direction = 'asc', cursor, limit = 100 } = order
  const page = keyset({ column: sort_by, type: SORT_TYPES[sort_by], direction: sort_direction }, cursor, 'x')
  const rows = sql`
    select (select row_to_json(r) from (select ${lineColumnsV2}) r)::text as wire, x.id, ${page.sortKey} as sort_key
    from ${lineTables}
    where x.company_id = ${actor.companyId} and x.deal_id = any(${dealIds}::bigint[]) and ${maySee(actor, 'deal', 'd')}
      and ${page.after}
    order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
  return keysetPage<DealProduct>(crm, rows, limit)
}
