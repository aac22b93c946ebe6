import { type Answered, answer } from '@portico/kit/api/answer'
import { jsonArray } from '@portico/kit/api/json'
import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { cursorQuery, nextCursor, sortQuery } from '../../../base/lists/cursor.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { requireDeal } from '../../deals/store.ts'
import { named, renamed } from '../input.ts'
import { firstLines } from '../store.ts'
import { addLines, removeLines, updateLine } from '../write.ts'
import { writableV2 } from './input.ts'
import { DealProduct } from './shape.ts'
import { listLinesV2, selectLinesV2 } from './store.ts'

const params = { id: Id, product_attachment_id: Id }
const READ = ['products:read', 'products:full', 'deals:read', 'deals:full']
const WRITE = ['products:full', 'deals:full']

const getDealProducts = v2({
  route: 'GET /deals/{id}/products',
  summary: 'List the products on a deal',
  scopes: READ,
  params: { id: Id },
  query: {
    ...cursorQuery,
    ...sortQuery,
    sort_by: optional(oneOf(['id', 'add_time', 'update_time', 'order_nr'], { default: 'id' })),
  },
  reply: Type.Array(DealProduct),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    return listLinesV2(crm, [params.id], query)
  },
})

const getDealsProducts = v2({
  route: 'GET /deals/products',
  summary: 'List the products on several deals',
  scopes: READ,
  query: {
    deal_ids: listOf(Id, { minItems: 1, maxItems: 100 }),
    ...cursorQuery,
    ...sortQuery,
    sort_by: optional(oneOf(['id', 'deal_id', 'add_time', 'update_time', 'order_nr'], { default: 'id' })),
  },
  reply: Type.Array(DealProduct),
  beside: nextCursor,
  cost: 10,
  run: ({ query }, crm) => listLinesV2(crm, query.deal_ids, query),
})

const addDealProduct = v2({
  route: 'POST /deals/{id}/products',
  summary: 'Add a product to a deal',
  scopes: WRITE,
  params: { id: Id },
  body: { ...named, ...writableV2 },
  reply: DealProduct,
  status: 201,
  cost: 5,
  async run({ params, body }, crm) {
    const [id] = await addLines(crm, params.id, [body])
    return oneLineV2(crm, id ?? 0)
  },
})

const addManyDealProducts = v2({
  route: 'POST /deals/{id}/products/bulk',
  summary: 'Add up to 100 products to a deal; all of them or none',
  scopes: WRITE,
  params: { id: Id },
  body: {
    data: Type.Array(Type.Object({ ...named, ...writableV2 }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: LIMITS.bulkProducts,
    }),
  },
  reply: Type.Array(DealProduct),
  status: 201,
  cost: 25,
  async run({ params, body }, crm) {
    const ids = await addLines(crm, params.id, body.data, true)
    return jsonArray<DealProduct>((await selectLinesV2(crm, ids)).map(row => row.wire))
  },
})

const updateDealProduct = v2({
  route: 'PATCH /deals/{id}/products/{product_attachment_id}',
  summary: 'Update a product on a deal',
  ifMatch: true,
  scopes: WRITE,
  params,
  body: { ...renamed, ...writableV2 },
  reply: DealProduct,
  cost: 5,
  async run({ params, body }, crm) {
    await updateLine(crm, params.id, params.product_attachment_id, body)
    return oneLineV2(crm, params.product_attachment_id)
  },
})

async function oneLineV2(crm: Crm, id: number): Promise<Answered<DealProduct>> {
  const [row] = await selectLinesV2(crm, [id])
  return oneRecord<DealProduct>(row, 'Product attachment')
}

const deleteDealProduct = v2({
  route: 'DELETE /deals/{id}/products/{product_attachment_id}',
  summary: 'Take a product off a deal',
  ifMatch: true,
  scopes: ['deals:full', 'products:full'],
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 3,
  async run({ params }, crm) {
    await removeLines(crm, params.id, [params.product_attachment_id])
    return { id: params.product_attachment_id }
  },
})

const deleteManyDealProducts = v2({
  route: 'DELETE /deals/{id}/products',
  summary: 'Take several products off a deal, or the first hundred; all of those named or none',
  scopes: WRITE,
  params: { id: Id },
  query: { ids: optional(listOf(Id, { minItems: 1, maxItems: LIMITS.bulkProducts })) },
  reply: Type.Object({ ids: Type.Array(Type.Integer()) }),
  beside: { additional_data: Type.Object({ more_items_in_collection: Type.Boolean() }) },
  cost: 15,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    const there = query.ids ? [...new Set(query.ids)] : await firstLines(crm, params.id, LIMITS.bulkProducts + 1)
    const ids = there.slice(0, LIMITS.bulkProducts)
    await removeLines(crm, params.id, ids, true)
    const additional_data = { more_items_in_collection: there.length > ids.length }
    return answer({ ids }, { beside: { additional_data } })
  },
})

export const dealProducts = [
  getDealProducts,
  getDealsProducts,
  addDealProduct,
  addManyDealProducts,
  updateDealProduct,
  deleteDealProduct,
  deleteManyDealProducts,
]
