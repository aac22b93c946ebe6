import { Id, nullable } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../api/operation.ts'
import { type Follower, listFollowers } from '../followers/followers.ts'
import { type Followed, followersOf, followersOfV1 } from '../followers/operations.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../lists/offset.ts'
import { timeV1 } from '../records/time.ts'
import { lockLiveProduct, requireProduct } from './store.ts'

const followed: Followed = {
  entity: 'product',
  one: 'a product',
  scopes: { read: ['products:read', 'products:full'], write: ['products:full'] },
  require: requireProduct,
  requireLive: lockLiveProduct,
}

const ProductFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  product_id: Type.Integer(),
  add_time: Type.String(),
})

function wire(productId: number, { id, user_id, add_time }: Follower): Static<typeof ProductFollower> {
  return { id, user_id, product_id: productId, add_time: timeV1(add_time) }
}

const getProductFollowersV1 = v1({
  route: 'GET /products/{id}/followers',
  summary: 'List the followers of a product',
  scopes: followed.scopes.read,
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

const v2 = followersOf(followed)
const older = followersOfV1(followed, { reply: ProductFollower, wire, status: 201 })

export const productFollowers = [
  v2.list('GET /products/{id}/followers'),
  v2.add('POST /products/{id}/followers'),
  v2.remove('DELETE /products/{id}/followers/{follower_id}'),
  v2.changelog('GET /products/{id}/followers/changelog'),
  getProductFollowersV1,
  older.add('POST /products/{id}/followers'),
  older.remove('DELETE /products/{id}/followers/{follower_id}'),
]
