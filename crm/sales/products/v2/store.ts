import type { Answered } from '@portico/kit/api/answer'
import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { type Keyset, keysetPage } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import type { Product } from './shape.ts'
import { productColumnsV2 } from './wire.ts'

export async function findProductV2(crm: Crm, id: number): Promise<WireRow | undefined> {
  const { sql, actor } = crm
  const fields = await fieldsOf(crm, 'product')
  const [product] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${productColumnsV2(fields)}) r)::text as wire, p.version from crm.product p
    where p.company_id = ${actor.companyId} and p.id = ${id} and ${maySee(actor, 'product', 'p')}`
  return product
}

export interface ProductFilter {
  ids?: readonly number[] | undefined
  owner_id?: number | undefined
  updated_since?: Date | undefined
  /** A stored filter, as SQL over `p`. */
  where?: Fragment | undefined
}

/** One page of products that are not deleted. */
export async function listProductsV2(
  crm: Crm,
  filter: ProductFilter,
  page: Keyset,
  limit: number,
  show?: (wire: string) => string,
): Promise<Answered<Product[]>> {
  const { sql, actor } = crm
  const fields = await fieldsOf(crm, 'product')
  const rows = sql`
    select (select row_to_json(r) from (select ${productColumnsV2(fields)}) r)::text as wire, p.id, p.sort_key
    from (
      select p.*, ${page.sortKey} as sort_key from crm.product p
      where p.company_id = ${actor.companyId} and not p.is_deleted and ${maySee(actor, 'product', 'p')} and ${page.after}
        ${filter.ids ? sql`and p.id = any(${filter.ids})` : sql``}
        ${filter.owner_id ? sql`and p.owner_id = ${filter.owner_id}` : sql``}
        ${filter.updated_since ? sql`and p.update_time >= ${filter.updated_since}` : sql``}
        ${filter.where ? sql`and ${filter.where}` : sql``}
      order by ${page.orderBy} limit ${rowLimit(limit + 1)}
    ) p`
  return keysetPage<Product>(crm, rows, limit, show)
}
