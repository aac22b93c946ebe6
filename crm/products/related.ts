import { Id, nullable, oneOf, optional } from '@portico/kit/schemas'
import Type from 'typebox'
import { permittedUsers } from '../access/permittedUsers.ts'
import { v1 } from '../api/operation.ts'
import { dealPageV1 } from '../deals/classic.ts'
import { DealV1 } from '../deals/shapesV1.ts'
import { offsetQuery, pagination } from '../lists/offset.ts'
import { RelatedObjects } from '../records/relatedObjects.ts'
import { requireProduct } from './store.ts'

const getProductDeals = v1({
  route: 'GET /products/{id}/deals',
  summary: 'Get the deals a product is on',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
  query: {
    ...offsetQuery,
    status: optional(oneOf(['open', 'won', 'lost', 'deleted', 'all_not_deleted'], { default: 'all_not_deleted' })),
  },
  reply: nullable(Type.Array(DealV1)),
  beside: { ...pagination, related_objects: optional(RelatedObjects) },
  cost: 20,
  async run({ params, query }, crm) {
    await requireProduct(crm, params.id)
    const { sql } = crm
    const status = query.status ?? 'all_not_deleted'
    const where = sql`${status === 'all_not_deleted' ? sql`d.status <> 'deleted'` : sql`d.status = ${status}`}
      and d.id in (select x.deal_id from crm.deal_product x where x.company_id = d.company_id and x.product_id = ${params.id})`
    return dealPageV1(crm, where, query)
  },
})

const getProductUsers = v1({
  route: 'GET /products/{id}/permittedUsers',
  summary: 'List the users who may see a product',
  scopes: ['products:read', 'products:full'],
  params: { id: Id },
  reply: Type.Array(Type.Integer()),
  cost: 10,
  run: ({ params }, crm) => permittedUsers(crm, 'product', params.id),
})

export const productRelated = [getProductDeals, getProductUsers]
