import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import { v2 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { fieldsQuery } from '../../../base/fields/v2/show.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { cursorQuery, nextCursor, sortQuery } from '../../../base/lists/cursor.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { Name } from '../../../base/records/name.ts'
import { asOfQuery, readTime } from '../../../base/records/time.ts'
import { createProduct, duplicateProduct, removeProduct, updateProduct } from '../write.ts'
import { productFromV2, writableV2 } from './input.ts'
import { Product } from './shape.ts'
import { oneProductV2, productPageV2 } from './store.ts'

const params = { id: Id }

const getProduct = v2({
  route: 'GET /products/{id}',
  summary: 'Get one product',
  scopes: ['products:read', 'products:full'],
  params,
  query: { ...fieldsQuery, ...asOfQuery },
  reply: Product,
  cost: 1,
  run: ({ params, query }, crm) => oneProductV2(crm, params.id, query),
})

const getProducts = v2({
  route: 'GET /products',
  summary: 'Get all products',
  scopes: ['products:read', 'products:full'],
  query: {
    filter_id: optional(Id),
    owner_id: optional(Id),
    ids: optional(listOf(Id, { maxItems: 100 })),
    updated_since: optional(Type.String()),
    ...sortQuery,
    sort_by: optional(oneOf(['id', 'name', 'add_time', 'update_time'], { default: 'id' })),
    ...fieldsQuery,
    ...cursorQuery,
  },
  reply: Type.Array(Product),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const { updated_since, owner_id, filter_id } = query
    const since = updated_since === undefined ? undefined : readTime(updated_since, 'updated_since')
    // A stored filter takes the place of all conditions on single fields.
    const chosen = filter_id ? await filterCondition(crm, 'products', filter_id, 'p') : equal('p', { owner_id })
    return productPageV2(crm, sql`not p.is_deleted and ${chosen}`, { ...query, updated_since: since })
  },
})

const addProduct = v2({
  route: 'POST /products',
  summary: 'Add a product',
  scopes: ['products:full'],
  rights: ['can_add_products'],
  body: { name: Name, ...writableV2 },
  reply: Product,
  status: 201,
  cost: 5,
  async run({ body }, crm) {
    const id = await createProduct(crm, productFromV2(await fieldsOf(crm, 'product'), body))
    return oneProductV2(afterWriting(crm, 'product', id), id)
  },
})

const updateProductV2 = v2({
  route: 'PATCH /products/{id}',
  summary: 'Update a product',
  ifMatch: true,
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  params,
  body: { name: optional(Name), ...writableV2 },
  reply: Product,
  cost: 5,
  async run({ params, body }, crm) {
    await updateProduct(crm, params.id, productFromV2(await fieldsOf(crm, 'product'), body))
    return oneProductV2(afterWriting(crm, 'product', params.id), params.id)
  },
})

const deleteProduct = v2({
  route: 'DELETE /products/{id}',
  summary: 'Delete a product; it can be brought back for 30 days',
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  cost: 3,
  ...deletingOne(removeProduct),
})

const duplicateProductV2 = v2({
  route: 'POST /products/{id}/duplicate',
  summary: 'Duplicate a product with its prices, variations and custom fields',
  scopes: ['products:full'],
  rights: ['can_add_products'],
  params,
  reply: Product,
  status: 201,
  cost: 5,
  run: async ({ params }, crm) => oneProductV2(crm, await duplicateProduct(crm, params.id)),
})

export const products = [getProducts, getProduct, addProduct, updateProductV2, deleteProduct, duplicateProductV2]
