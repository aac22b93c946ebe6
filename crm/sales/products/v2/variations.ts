import { type Answered, answer } from '@portico/kit/answer'
import { failure } from '@portico/kit/failure'
import { json } from '@portico/kit/json'
import { Id, optional } from '@portico/kit/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { logChange, updateRecords } from '../../../base/changes/write.ts'
import { cursorPage, cursorQuery, keyset, type ListRow, nextCursor } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import { Name } from '../../../base/records/name.ts'
import { checkCurrencies, decidePrices, type PriceInput, readPrices, storePrices } from '../prices.ts'
import { lockLiveProduct, requireProduct } from '../store.ts'
import { Prices } from './input.ts'
import { ProductVariation } from './shape.ts'
import { variationColumns } from './wire.ts'

const params = { id: Id, product_variation_id: Id }

const getProductVariations = v2({
  route: 'GET /products/{id}/variations',
  summary: 'Get all variations of a product',
  scopes: ['products:read', 'products:full'],
  params: { id: Id },
  query: cursorQuery,
  reply: Type.Array(ProductVariation),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireProduct(crm, params.id)
    const { sql, actor } = crm
    const { limit = 100, cursor } = query
    const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'v')
    const rows = await sql<ListRow[]>`
      select (select row_to_json(r) from (select ${variationColumns}) r)::text as wire, v.id, null as sort_key
      from crm.product_variation v
      where v.company_id = ${actor.companyId} and v.product_id = ${params.id} and ${page.after}
      order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
    return cursorPage<ProductVariation>(rows, limit)
  },
})

const addProductVariation = v2({
  route: 'POST /products/{id}/variations',
  summary: 'Add a variation to a product',
  scopes: ['products:full'],
  params: { id: Id },
  body: { name: Name, prices: optional(Prices) },
  reply: ProductVariation,
  status: 201,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveProduct(crm, params.id)
    const { sql, actor, now } = crm
    const [variation] = await sql<{ id: number }[]>`
      insert into crm.product_variation (company_id, product_id, name, add_time, update_time)
      values (${actor.companyId}, ${params.id}, ${body.name}, ${now}, ${now}) returning id`
    if (!variation) throw new Error('inserting a variation returned nothing')
    const free = { currency: actor.defaultCurrency, direct_cost: 0 }
    const prices = await writePrices(crm, params.id, variation.id, body.prices ?? [free])
    await logChange(crm, 'product_variation', variation.id, 'added', { product_id: params.id, name: body.name, prices })
    return oneVariation(crm, params.id, variation.id)
  },
})

const updateProductVariation = v2({
  route: 'PATCH /products/{id}/variations/{product_variation_id}',
  summary: 'Update a variation of a product',
  scopes: ['products:full'],
  params,
  body: { name: optional(Name), prices: optional(Prices) },
  reply: ProductVariation,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveProduct(crm, params.id)
    const { sql, actor, now } = crm
    const [variation] = await sql<{ name: string }[]>`
      update crm.product_variation set name = coalesce(${body.name ?? null}, name), update_time = ${now}
      where company_id = ${actor.companyId} and product_id = ${params.id} and id = ${params.product_variation_id}
      returning name`
    if (!variation) throw failure('missing', 'Product variation not found')
    const prices = body.prices && (await writePrices(crm, params.id, params.product_variation_id, body.prices))
    await logChange(crm, 'product_variation', params.product_variation_id, 'updated', {
      product_id: params.id,
      name: variation.name,
      ...(prices && { prices }),
    })
    return oneVariation(crm, params.id, params.product_variation_id)
  },
})

const deleteProductVariation = v2({
  route: 'DELETE /products/{id}/variations/{product_variation_id}',
  summary: 'Delete a variation of a product; deals keep the product without it',
  scopes: ['products:full'],
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 3,
  async run({ params: { id, product_variation_id } }, crm) {
    await lockLiveProduct(crm, id)
    const { sql, actor } = crm
    const [gone] = await sql<{ name: string }[]>`
      delete from crm.product_variation
      where company_id = ${actor.companyId} and product_id = ${id} and id = ${product_variation_id} returning name`
    if (!gone) throw failure('missing', 'Product variation not found')
    await storePrices(crm, { productId: id, variationId: product_variation_id }, [])
    await updateRecords(crm, 'deal_product', sql`product_variation_id = ${product_variation_id}`, {
      product_variation_id: null,
    })
    await logChange(crm, 'product_variation', product_variation_id, 'deleted', { product_id: id, name: gone.name })
    return { id: product_variation_id }
  },
})

async function writePrices(crm: Crm, productId: number, variationId: number, input: readonly PriceInput[]) {
  await checkCurrencies(crm, input)
  const priced = { productId, variationId }
  const prices = decidePrices(await readPrices(crm, priced), input)
  await storePrices(crm, priced, prices)
  return prices
}

async function oneVariation({ sql, actor }: Crm, productId: number, id: number): Promise<Answered<ProductVariation>> {
  const [row] = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${variationColumns}) r)::text as wire from crm.product_variation v
    where v.company_id = ${actor.companyId} and v.product_id = ${productId} and v.id = ${id}`
  if (!row) throw failure('missing', 'Product variation not found')
  return answer(json<ProductVariation>(row.wire))
}

export const productVariations = [
  getProductVariations,
  addProductVariation,
  updateProductVariation,
  deleteProductVariation,
]
