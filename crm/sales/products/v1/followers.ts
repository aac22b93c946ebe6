import { Id, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { type Follower, listFollowers } from '../../../base/followers/store.ts'
import { followersV1 } from '../../../base/followers/v1/family.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { timeV1 } from '../../../base/records/time.ts'
import { followedProduct } from '../followed.ts'
import { requireProduct } from '../store.ts'

const READ = ['products:read', 'products:full']
const CHANGE = ['products:full']

const ProductFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  product_id: Type.Integer(),
  add_time: Type.String(),
})

function wire(productId: number, { id, user_id, add_time }: Follower): Static<typeof ProductFollower> {
  return { id, user_id, product_id: productId, add_time: timeV1(add_time) }
}

const getProductFollowers = v1({
  route: 'GET /products/{id}/followers',
  summary: 'List the followers of a product',
  scopes: READ,
  params: { id: Id },
  query: offsetQuery,
  reply: nullable(Type.Array(ProductFollower)),
  beside: pagination,
  cost: 20,
  async run({ params, query }, crm) {
    await requireProduct(crm, params.id)
    const page = pageOf(query)
    const followers = (await listFollowers(crm, 'product', params.id)).slice(page.start, page.start + page.limit + 1)
    return offsetPage<Static<typeof ProductFollower>>(
      followers.map(follower => JSON.stringify(wire(params.id, follower))),
      page,
    )
  },
})

const followers = followersV1(followedProduct, ProductFollower, wire)

export const productFollowersV1 = [
  getProductFollowers,
  v1({ route: 'POST /products/{id}/followers', scopes: CHANGE, ...followers.add, status: 201 }),
  v1({ route: 'DELETE /products/{id}/followers/{follower_id}', scopes: CHANGE, ...followers.remove }),
]
