import { type Answered, answer } from '@portico/kit/api/answer'
import { json } from '@portico/kit/api/json'
import { Id, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { logChange } from '../../../base/changes/logStore.ts'
import { updateRecords } from '../../../base/changes/write.ts'
import { cursorPage, cursorQuery, keyset, nextCursor } from '../../../base/lists/cursor.ts'
import { Name } from '../../../base/records/name.ts'
import { checkCurrencies, readPrices, storePrices } from '../priceStore.ts'
import { decidePrices, type PriceInput } from '../prices.ts'
import { lockLiveProduct, requireProduct } from '../store.ts'
import { Prices } from './input.ts'
import { ProductVariation } from './shape.ts'
import { deleteVariation, findVariation, insertVariation, listVariations, renameVariation } from './variationStore.ts'

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
    const { limit = 100, cursor } = query
    const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'v')
    return cursorPage<ProductVariation>(await listVariations(crm, params.id, page, limit), limit)
  },
})

const addProductVariation = v2({
  route: 'POST /products/{id}/variations',
  summary: 'Add a variation to a product',
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  params: { id: Id },
  body: { name: Name, prices: optional(Prices) },
  reply: ProductVariation,
  status: 201,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveProduct(crm, params.id)
    const id = await insertVariation(crm, params.id, body.name)
    const free = { currency: crm.actor.defaultCurrency, direct_cost: 0 }
    const prices = await writePrices(crm, params.id, id, body.prices ?? [free])
    await logChange(crm, 'product_variation', id, 'added', { product_id: params.id, name: body.name, prices })
    return oneVariation(crm, params.id, id)
  },
})

const updateProductVariation = v2({
  route: 'PATCH /products/{id}/variations/{product_variation_id}',
  summary: 'Update a variation of a product',
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  params,
  body: { name: optional(Name), prices: optional(Prices) },
  reply: ProductVariation,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveProduct(crm, params.id)
    const name = await renameVariation(crm, params.id, params.product_variation_id, body.name)
    const prices = body.prices && (await writePrices(crm, params.id, params.product_variation_id, body.prices))
    await logChange(crm, 'product_variation', params.product_variation_id, 'updated', {
      product_id: params.id,
      name,
      ...(prices && { prices }),
    })
    return oneVariation(crm, params.id, params.product_variation_id)
  },
})

const deleteProductVariation = v2({
  route: 'DELETE /products/{id}/variations/{product_variation_id}',
  summary: 'Delete a variation of a product; deals keep the product without it',
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 3,
  async run({ params: { id, product_variation_id } }, crm) {
    await lockLiveProduct(crm, id)
    const name = await deleteVariation(crm, id, product_variation_id)
    await storePrices(crm, { productId: id, variationId: product_variation_id }, [])
    await updateRecords(crm, 'deal_product', sql`product_variation_id = ${product_variation_id}`, {
      product_variation_id: null,
    })
    await logChange(crm, 'product_variation', product_variation_id, 'deleted', { product_id: id, name })
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

async function oneVariation(crm: Crm, productId: number, id: number): Promise<Answered<ProductVariation>> {
  return answer(json<ProductVariation>(await findVariation(crm, productId, id)))
}

export const productVariations = [
  getProductVariations,
  addProductVariation,
  updateProductVariation,
  deleteProductVariation,
]
