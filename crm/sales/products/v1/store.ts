import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRowV1 } from '../../../base/records/v1/wire.ts'
import { productColumnsV1, productJoinsV1 } from './wire.ts'

export interface ProductRowV1 extends WireRowV1 {
  id: number
  owner_id: number
}

/** Products the caller may see, in v1. `where` and `orderBy` refer to `crm.product p`. */
export async function selectProductsV1(
  { sql, actor }: Crm,
  where: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<ProductRowV1[]> {
  return sql<ProductRowV1[]>`
    select (select row_to_json(r) from (select ${productColumnsV1()}) r)::text as wire,
      p.custom::text as custom, p.version, p.id, p.owner_id
    from (
      select p.* from crm.product p
      where p.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'product', 'p')}
      order by p.id ${rowWindow(start, limit)}
    ) p ${productJoinsV1}
    order by p.id`
}

export async function findProductV1(crm: Crm, id: number): Promise<ProductRowV1 | undefined> {
  const [product] = await selectProductsV1(crm, crm.sql`p.id = ${id}`, { start: 0, limit: 1 })
  return product
}

export async function countProducts({ sql, actor }: Crm, where: Fragment): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*) from crm.product p where p.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'product', 'p')}`
  return found?.count ?? 0
}
