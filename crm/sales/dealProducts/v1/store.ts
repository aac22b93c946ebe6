import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import { lineSum, lineTables } from '../wire.ts'
import { lineColumnsV1 } from './wire.ts'

export interface LineRowV1 {
  wire: string
  owner_id: number
  version: number
}

export async function selectLinesV1(
  { sql, actor }: Crm,
  where: Fragment,
  { start, limit }: { start: number; limit: number },
  withProduct = false,
): Promise<LineRowV1[]> {
  const shown = withProduct ? maySee(actor, 'product', 'p') : sql`false`
  return sql<LineRowV1[]>`
    select (select row_to_json(r) from (select ${lineColumnsV1(shown)}) r)::text as wire, p.owner_id, x.version
    from ${lineTables} where x.company_id = ${actor.companyId} and ${where}
    order by x.order_nr, x.id ${rowWindow(start, limit)}`
}

/** What all lines come to, those that are switched off left aside. */
export async function lineTotals({ sql, actor }: Crm, dealId: number) {
  const [total] = await sql<{ quantity: string; sum: string; formatted: string }[]>`
    select trim_scale(coalesce(sum(x.quantity), 0))::text as quantity, trim_scale(coalesce(sum(${lineSum}), 0))::text as sum,
      crm.formatted_money(coalesce(sum(${lineSum}), 0), max(money.symbol)) as formatted
    from ${lineTables} where x.company_id = ${actor.companyId} and x.deal_id = ${dealId} and x.is_enabled`
  return {
    products_quantity_total: Number(total?.quantity ?? 0),
    products_sum_total: Number(total?.sum ?? 0),
    products_quantity_total_formatted: total?.quantity ?? '0',
    products_sum_total_formatted: total?.formatted ?? '0',
  }
}
