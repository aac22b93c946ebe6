import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { json, withFields } from '@portico/kit/api/json'
import { Id, listOf, nullable, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { offsetPage, offsetQuery, Pagination, pageOf } from '../../../base/lists/v1/offset.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { Name } from '../../../base/records/name.ts'
import { RelatedObjects, relatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { oneRecordV1, textV1 } from '../../../base/records/v1/wire.ts'
import { createProduct, removeProduct, updateProduct } from '../write.ts'
import { productFromV1, writableV1 } from './input.ts'
import { ProductV1 } from './shape.ts'
import { countProducts, findProductV1, selectProductsV1 } from './store.ts'

/** The older v1 calls on products that most existing integrations still make. */

const params = { id: Id }
const beside = { related_objects: optional(RelatedObjects) }

/** In lists the older client unwraps each product once more; callers without it read the fields beside. */
const ProductListed = Type.Intersect([
  ProductV1,
  Type.Object({ success: Type.Boolean(), data: ProductV1, related_objects: RelatedObjects }),
])

const getProducts = v1({
  route: 'GET /products',
  summary: 'Get all products',
  scopes: ['products:read', 'products:full'],
  query: {
    user_id: optional(Id),
    filter_id: optional(Id),
    ids: optional(listOf(Id, { maxItems: 500 })),
    first_char: optional(Type.String({ maxLength: 1 })),
    get_summary: optional(Type.Boolean()),
    ...offsetQuery,
  },
  reply: nullable(Type.Array(ProductListed)),
  beside: {
    additional_data: Type.Object({
      ...Pagination.properties,
      summary: optional(Type.Object({ total_count: Type.Integer() })),
    }),
    ...beside,
  },
  cost: 20,
  async run({ query }, crm) {
    const page = pageOf(query)
    const { user_id, first_char, filter_id, ids } = query
    const wanted = filter_id
      ? await filterCondition(crm, 'products', filter_id, 'p')
      : sql`true ${user_id ? sql`and p.owner_id = ${user_id}` : sql``}
          ${first_char ? sql`and lower(left(p.name, 1)) = lower(${first_char})` : sql``}`
    const where = sql`not p.is_deleted and ${wanted} ${ids ? sql`and p.id = any(${ids})` : sql``}`
    const rows = await selectProductsV1(crm, where, { ...page, limit: page.limit + 1 })
    const fields = await fieldsOf(crm, 'product')
    const related_objects = await relatedObjects(crm, { user: rows.map(row => row.owner_id) })
    const summary = query.get_summary ? { summary: { total_count: await countProducts(crm, where) } } : {}
    return offsetPage<Static<typeof ProductListed>>(
      rows.map(row => listed(textV1(fields, row), ownerAmong(related_objects, row.owner_id))),
      page,
      { related_objects, additional_data: summary },
    )
  },
})

function listed(product: string, related: object): string {
  return withFields(product, { success: true, data: json(product), related_objects: related })
}

/** The owner of one product, out of the related objects of the list: `user` holds them by id. */
function ownerAmong({ user }: Record<string, unknown>, id: number): object {
  return { user: { [id]: (user as Record<number, unknown> | undefined)?.[id] } }
}

const getProduct = v1({
  route: 'GET /products/{id}',
  summary: 'Get one product',
  scopes: ['products:read', 'products:full'],
  params,
  reply: ProductV1,
  beside,
  cost: 2,
  run: ({ params }, crm) => oneProductV1(crm, params.id),
})

const addProduct = v1({
  route: 'POST /products',
  summary: 'Add a product',
  scopes: ['products:full'],
  rights: ['can_add_products'],
  body: Type.Object({ name: Name, ...writableV1 }, { additionalProperties: true }),
  reply: ProductV1,
  beside,
  status: 201,
  cost: 10,
  async run({ body }, crm) {
    const id = await createProduct(crm, productFromV1(await fieldsOf(crm, 'product'), crm, body))
    return oneProductV1(afterWriting(crm, 'product', id), id)
  },
})

const updateProductV1 = v1({
  route: 'PUT /products/{id}',
  summary: 'Update a product',
  ifMatch: true,
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  params,
  body: Type.Object({ name: optional(Name), ...writableV1 }, { additionalProperties: true }),
  reply: ProductV1,
  beside,
  cost: 10,
  async run({ params, body }, crm) {
    await updateProduct(crm, params.id, productFromV1(await fieldsOf(crm, 'product'), crm, body))
    return oneProductV1(afterWriting(crm, 'product', params.id), params.id)
  },
})

async function oneProductV1(crm: Crm, id: number): Promise<Answered<ProductV1>> {
  const row = await findProductV1(crm, id)
  if (!row) throw failure('missing', 'Product not found')
  const related_objects = await relatedObjects(crm, { user: [row.owner_id] })
  return oneRecordV1<ProductV1>(await fieldsOf(crm, 'product'), row, 'Product', { beside: { related_objects } })
}

const deleteProduct = v1({
  route: 'DELETE /products/{id}',
  summary: 'Delete a product; it can be brought back for 30 days',
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  cost: 6,
  ...deletingOne(removeProduct),
})

export const productsV1 = [getProducts, getProduct, addProduct, updateProductV1, deleteProduct]
