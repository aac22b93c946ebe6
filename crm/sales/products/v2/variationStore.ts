import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../../base/api/context.ts'
import type { Keyset, ListRow } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import { variationColumns } from './wire.ts'

export async function listVariations(
  { sql, actor }: Crm,
  productId: number,
  page: Keyset,
  limit: number,
): Promise<ListRow[]> {
  return sql<ListRow[]>`
    select (select row_to_json(r) from (select ${variationColumns}) r)::text as wire, v.id, null as sort_key
    from crm.product_variation v
    where v.company_id = ${actor.companyId} and v.product_id = ${productId} and ${page.after}
    order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
}

/** The JSON text of a variation. */
export async function findVariation({ sql, actor }: Crm, productId: number, id: number): Promise<string> {
  const [row] = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${variationColumns}) r)::text as wire from crm.product_variation v
    where v.company_id = ${actor.companyId} and v.product_id = ${productId} and v.id = ${id}`
  if (!row) throw failure('missing', 'Product variation not found')
  return row.wire
}

export async function insertVariation({ sql, actor, now }: Crm, productId: number, name: string): Promise<number> {
  const [variation] = await sql<{ id: number }[]>`
    insert into crm.product_variation (company_id, product_id, name, add_time, update_time)
    values (${actor.companyId}, ${productId}, ${name}, ${now}, ${now}) returning id`
  if (!variation) throw new Error('inserting a variation returned nothing')
  return variation.id
}

/** Marks a variation as changed now, with another name if there is one, and returns the name it has. */
export async function renameVariation(
  { sql, actor, now }: Crm,
  productId: number,
  id: number,
  name: string | undefined,
): Promise<string> {
  const [variation] = await sql<{ name: string }[]>`
    update crm.product_variation set name = coalesce(${name ?? null}, name), update_time = ${now}
    where company_id = ${actor.companyId} and product_id = ${productId} and id = ${id}
    returning name`
  if (!variation) throw failure('missing', 'Product variation not found')
  return variation.name
}

/** Returns the name it had. */
export async function deleteVariation({ sql, actor }: Crm, productId: number, id: number): Promise<string> {
  const [gone] = await sql<{ name: string }[]>`
    delete from crm.product_variation
    where company_id = ${actor.companyId} and product_id = ${productId} and id = ${id} returning name`
  if (!gone) throw failure('missing', 'Product variation not found')
  return gone.name
}

export async function copyVariations({ sql, actor, now }: Crm, from: number, to: number) {
  await sql`
    with source as (
      select v.id, v.name, row_number() over (order by v.id) as nr from crm.product_variation v
      where v.company_id = ${actor.companyId} and v.product_id = ${from}
    ), numbered as (
      select nextval(pg_get_serial_sequence('crm.product_variation', 'id')) as new_id, source.* from source order by nr
    ), copied as (
      insert into crm.product_variation (company_id, id, product_id, name, add_time, update_time)
      select ${actor.companyId}, new_id, ${to}, name, ${now}, ${now} from numbered
    )
    insert into crm.product_price (company_id, product_id, variation_id, currency, price, cost, direct_cost, notes)
    select x.company_id, ${to}, numbered.new_id, x.currency, x.price, x.cost, x.direct_cost, x.notes
    from crm.product_price x join numbered on numbered.id = x.variation_id
    where x.company_id = ${actor.companyId} and x.product_id = ${from}`
}
