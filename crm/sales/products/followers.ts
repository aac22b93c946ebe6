import { Id, nullable } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { v1, v2 } from '../../base/api/operation.ts'
import { type Follower, listFollowers } from '../../base/followers/followers.ts'
import { followersV1, followersV2 } from '../../base/followers/operations.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../base/lists/v1/offset.ts'
import { timeV1 } from '../../base/records/time.ts'
import { lockLiveProduct, requireProduct } from './store.ts'

const READ = ['products:read', 'products:full']
const CHANGE = ['products:full']

const followed = { entity: 'product', one: 'a product', require: requireProduct, requireLive: lockLiveProduct } as const

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

const newer = followersV2(followed)
const older = followersV1(followed, ProductFollower, wire)

export const productFollowers = [
  v2({ route: 'GET /products/{id}/followers', scopes: READ, ...newer.list }),
  v2({ route: 'POST /products/{id}/followers', scopes: CHANGE, ...newer.add }),
  v2({ route: 'DELETE /products/{id}/followers/{follower_id}', scopes: CHANGE, ...newer.remove }),
  v2({ route: 'GET /products/{id}/followers/changelog', scopes: READ, ...newer.changelog }),
  getProductFollowersV1,
  v1({ route: 'POST /products/{id}/followers', scopes: CHANGE, ...older.add, status: 201 }),
  v1({ route: 'DELETE /products/{id}/followers/{follower_id}', scopes: CHANGE, ...older.remove }),
]
