import type { Answered } from '@portico/kit/answer'
import { failure } from '@portico/kit/failure'
import type { Row } from '@portico/kit/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { keyset, keysetPage } from '../../base/lists/cursor.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import type { WireRow } from '../../base/records/version.ts'
import { type DealRow, lockDeal } from '../deals/store.ts'
import type { Composition, Line, ProductOnOffer } from './rules.ts'
import type { DealProduct, TaxMethod } from './v2/shape.ts'
import { lineColumnsV2, lineTables } from './v2/wire.ts'

/** A deal the caller may see, locked for a change of what is on it. */
export async function lockLiveDeal(crm: Crm, id: number): Promise<DealRow> {
  const deal = await lockDeal(crm, id)
  if (deal.is_deleted) throw failure('gone', 'The deal is deleted')
  return deal
}

export interface LineRow extends Line {
  id: number
  version: number
}

export async function findLine({ sql, actor }: Crm, dealId: number, id: number): Promise<LineRow> {
  const [line] = await sql<LineRow[]>`
    select x.id, x.version, x.product_id, x.product_variation_id, x.item_price::float8, x.quantity::float8, x.discount::float8,
      x.discount_type, x.tax::float8, x.tax_method, x.comments, x.is_enabled, x.billing_frequency, x.billing_frequency_cycles,
      x.billing_start_date::text
    from crm.deal_product x where x.company_id = ${actor.companyId} and x.deal_id = ${dealId} and x.id = ${id}`
  if (!line) throw failure('missing', 'Product attachment not found')
  return line
}

/** How the lines of a deal are taxed, and the number of the next one. */
export async function dealSetting({ sql, actor }: Crm, dealId: number) {
  const [setting] = await sql<{ tax_method: TaxMethod | null; next_nr: number }[]>`
    select max(tax_method) as tax_method, coalesce(max(order_nr), 0) + 1 as next_nr
    from crm.deal_product where company_id = ${actor.companyId} and deal_id = ${dealId}`
  return { taxMethod: setting?.tax_method ?? undefined, nextNr: setting?.next_nr ?? 1 }
}

/** The products a caller wants on a deal; refuses one that is not there or not for deals, naming the field. */
export async function findOnOffer(
  { sql, actor }: Crm,
  ids: readonly number[],
  nameOf: (id: number) => string,
): Promise<Map<number, ProductOnOffer>> {
  const rows = await sql<(ProductOnOffer & { is_linkable: boolean })[]>`
    select p.id, p.tax::float8, p.billing_frequency, p.billing_frequency_cycles, p.is_linkable from crm.product p
    where p.company_id = ${actor.companyId} and p.id = any(${ids}::bigint[]) and not p.is_deleted
      and ${maySee(actor, 'product', 'p')}`
  const found = new Map(rows.map(row => [row.id, row]))
  for (const id of ids) {
    const product = found.get(id)
    if (product?.is_linkable) continue
    const what = product ? 'names a product that cannot be added to deals' : 'does not name anything that is there'
    throw failure('invalid', `${nameOf(id)} ${what}`, { field: nameOf(id) })
  }
  return found
}

/** Refuses variations that do not belong to the product of their line. */
export async function checkVariations(
  { sql, actor }: Crm,
  lines: readonly { product_id: number; product_variation_id: number | null; field: string }[],
): Promise<void> {
  const varied = lines.filter(line => line.product_variation_id !== null)
  if (varied.length === 0) return
  const rows = await sql<{ id: number; product_id: number }[]>`
    select id, product_id from crm.product_variation
    where company_id = ${actor.companyId} and id = any(${varied.map(line => line.product_variation_id)}::bigint[])`
  const productOf = new Map(rows.map(row => [row.id, row.product_id]))
  for (const { product_id, product_variation_id, field } of varied)
    if (productOf.get(product_variation_id ?? 0) !== product_id)
      throw failure('invalid', `${field} does not name a variation of the product`, { field })
}

export async function compositionOf({ sql, actor }: Crm, dealId: number): Promise<Composition> {
  const [composition] = await sql<Composition[]>`
    select (select count(*) from crm.deal_installment i where i.company_id = ${actor.companyId} and i.deal_id = ${dealId}) as installments,
      count(*) filter (where x.billing_frequency <> 'one-time') as recurring,
      count(*) filter (where x.billing_frequency <> 'one-time' and x.is_enabled) as enabled_recurring,
      count(*) filter (where x.billing_frequency = 'one-time' and x.is_enabled) as enabled_once
    from crm.deal_product x where x.company_id = ${actor.companyId} and x.deal_id = ${dealId}`
  if (!composition) throw new Error('counting lines returned nothing')
  return composition
}

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

/** The ids of the first lines of a deal. */
export async function firstLines({ sql, actor }: Crm, dealId: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from crm.deal_product where company_id = ${actor.companyId} and deal_id = ${dealId} order by id limit ${rowLimit(limit)}`
  return rows.map(row => row.id)
}

/** The lines of a deal with every column. */
export async function wholeLines({ sql, actor }: Crm, dealId: number): Promise<Row[]> {
  return sql`select * from crm.deal_product where company_id = ${actor.companyId} and deal_id = ${dealId} order by id`
}
