import { failure } from '@portico/kit/api/failure'
import type { Row } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import type { Composition, Line, ProductOnOffer } from './rules.ts'
import type { TaxMethod } from './shape.ts'

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
    const what = product ? 'cannot be added to deals: it has is_linkable false' : 'does not exist'
    throw failure('invalid', `${nameOf(id)} ${id} ${what}`, { field: nameOf(id) })
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
      throw failure('invalid', `${field} ${product_variation_id} is not a variation of product ${product_id}`, {
        field,
      })
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
