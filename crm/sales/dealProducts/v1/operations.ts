import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { json } from '@portico/kit/api/json'
import { Id, nullable, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, Pagination, pageOf } from '../../../base/lists/v1/offset.ts'
import { RelatedObjects, relatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { requireDeal } from '../../deals/store.ts'
import { named, renamed } from '../input.ts'
import { addLines, removeLines, updateLine } from '../write.ts'
import { lineFromV1, writableV1 } from './input.ts'
import { DealProductV1 } from './shape.ts'
import { lineTotals, selectLinesV1 } from './store.ts'

/** The older v1 calls on products of a deal. */

const params = { id: Id, product_attachment_id: Id }

const getDealProducts = v1({
  route: 'GET /deals/{id}/products',
  summary: 'List the products on a deal',
  scopes: ['products:read', 'products:full'],
  params: { id: Id },
  query: { ...offsetQuery, include_product_data: optional(Type.Integer({ minimum: 0, maximum: 1 })) },
  reply: nullable(Type.Array(DealProductV1)),
  beside: {
    additional_data: Type.Intersect([
      Pagination,
      Type.Object({
        products_quantity_total: Type.Number(),
        products_sum_total: Type.Number(),
        products_quantity_total_formatted: Type.String(),
        products_sum_total_formatted: Type.String(),
      }),
    ]),
    related_objects: optional(RelatedObjects),
  },
  cost: 20,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    const page = pageOf(query)
    const withProduct = query.include_product_data === 1
    const rows = await selectLinesV1(
      crm,
      sql`x.deal_id = ${params.id}`,
      { ...page, limit: page.limit + 1 },
      withProduct,
    )
    const related_objects = await relatedObjects(crm, { user: rows.map(row => row.owner_id) })
    return offsetPage<DealProductV1>(
      rows.map(row => row.wire),
      page,
      { additional_data: await lineTotals(crm, params.id), related_objects },
    )
  },
})

const addDealProduct = v1({
  route: 'POST /deals/{id}/products',
  summary: 'Add a product to a deal',
  scopes: ['deals:full', 'products:full'],
  params: { id: Id },
  body: { ...named, ...writableV1 },
  reply: DealProductV1,
  cost: 10,
  async run({ params, body }, crm) {
    const { product_id, item_price, quantity } = body
    const [id] = await addLines(crm, params.id, [{ ...lineFromV1(body), product_id, item_price, quantity }])
    return oneLineV1(crm, id ?? 0)
  },
})

const updateDealProduct = v1({
  route: 'PUT /deals/{id}/products/{product_attachment_id}',
  summary: 'Update a product on a deal',
  ifMatch: true,
  scopes: ['deals:full'],
  params,
  body: { ...renamed, ...writableV1 },
  reply: DealProductV1,
  cost: 10,
  async run({ params, body }, crm) {
    await updateLine(crm, params.id, params.product_attachment_id, lineFromV1(body))
    return oneLineV1(crm, params.product_attachment_id)
  },
})

async function oneLineV1(crm: Crm, id: number): Promise<Answered<DealProductV1>> {
  const [row] = await selectLinesV1(crm, sql`x.id = ${id}`, { start: 0, limit: 1 })
  if (!row) throw failure('missing', 'Product attachment not found')
  return answer(json<DealProductV1>(row.wire), { headers: { etag: `"${row.version}"` } })
}

const deleteDealProduct = v1({
  route: 'DELETE /deals/{id}/products/{product_attachment_id}',
  summary: 'Take a product off a deal',
  ifMatch: true,
  scopes: ['deals:full', 'products:full'],
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    await removeLines(crm, params.id, [params.product_attachment_id])
    return { id: params.product_attachment_id }
  },
})

export const dealProductsV1 = [getDealProducts, addDealProduct, updateDealProduct, deleteDealProduct]
