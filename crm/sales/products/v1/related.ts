import { Id } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { permittedUsers } from '../../../base/access/permittedUsersStore.ts'
import { v1 } from '../../../base/api/operation.ts'
import { dealsOfBeside, dealsOfQuery, dealsOfRecord, dealsOfReply } from '../../deals/v1/dealsOf.ts'
import { requireProduct } from '../store.ts'

const getProductDeals = v1({
  route: 'GET /products/{id}/deals',
  summary: 'Get the deals a product is on',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
  query: dealsOfQuery,
  reply: dealsOfReply,
  beside: dealsOfBeside,
  cost: 20,
  async run({ params, query }, crm) {
    await requireProduct(crm, params.id)
    const mine = sql`select x.deal_id from crm.deal_product x
      where x.company_id = ${crm.actor.companyId} and x.product_id = ${params.id}`
    return dealsOfRecord(crm, mine, query)
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
