import { Id, nullable } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../api/context.ts'
import { v1, v2 } from '../api/operation.ts'
import { FollowerChange, followersChangelogPage } from '../followers/changelog.ts'
import { DeletedFollower, type Follower, follow, listFollowers, unfollow } from '../followers/followers.ts'
import { cursorPage, cursorQuery, keyset, type ListRow, nextCursor } from '../lists/cursor.ts'
import { rowLimit } from '../lists/limit.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../lists/offset.ts'
import { timeV1, timeV2 } from '../records/time.ts'
import { lockLiveProduct, requireProduct } from './store.ts'

const ProductFollower = Type.Object({ user_id: Type.Integer(), add_time: Type.String() })

const getProductFollowers = v2({
  route: 'GET /products/{id}/followers',
  summary: 'List the followers of a product',
  scopes: ['products:read', 'products:full'],
  params: { id: Id },
  query: cursorQuery,
  reply: Type.Array(ProductFollower),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireProduct(crm, params.id)
    const { limit = 100, cursor } = query
    return cursorPage<Static<typeof ProductFollower>>(await followerRows(crm, params.id, cursor, limit), limit)
  },
})

function followerRows({ sql, actor }: Crm, id: number, cursor: string | undefined, limit: number): Promise<ListRow[]> {
  const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'f')
  return sql<ListRow[]>`
    select json_build_object('user_id', f.user_id, 'add_time', crm.time_v2(f.add_time))::text as wire, f.id, null as sort_key
    from crm.follower f
    where f.company_id = ${actor.companyId} and f.entity = 'product' and f.entity_id = ${id} and ${page.after}
    order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
}

const addProductFollower = v2({
  route: 'POST /products/{id}/followers',
  summary: 'Add a follower to a product',
  scopes: ['products:full'],
  params: { id: Id },
  body: { user_id: Id },
  reply: ProductFollower,
  status: 201,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveProduct(crm, params.id)
    const { user_id, add_time } = await follow(crm, 'product', params.id, body.user_id)
    return { user_id, add_time: timeV2(add_time) }
  },
})

const deleteProductFollower = v2({
  route: 'DELETE /products/{id}/followers/{follower_id}',
  summary: 'Remove a follower, named by the id of the user, from a product',
  scopes: ['products:full'],
  params: { id: Id, follower_id: Id },
  reply: Type.Object({ user_id: Type.Integer() }),
  cost: 3,
  async run({ params }, crm) {
    await requireProduct(crm, params.id)
    await unfollow(crm, 'product', params.id, { userId: params.follower_id })
    return { user_id: params.follower_id }
  },
})

const getProductFollowersChangelog = v2({
  route: 'GET /products/{id}/followers/changelog',
  summary: 'List who began and who ceased to follow a product',
  scopes: ['products:read', 'products:full'],
  params: { id: Id },
  query: cursorQuery,
  reply: Type.Array(FollowerChange),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireProduct(crm, params.id)
    return followersChangelogPage(crm, 'product', params.id, query)
  },
})

const ProductFollowerV1 = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  product_id: Type.Integer(),
  add_time: Type.String(),
})

const wireV1 = (productId: number, { id, user_id, add_time }: Follower) => ({
  id,
  user_id,
  product_id: productId,
  add_time: timeV1(add_time),
})

const getProductFollowersV1 = v1({
  route: 'GET /products/{id}/followers',
  summary: 'List the followers of a product',
  scopes: ['products:read', 'products:full'],
  params: { id: Id },
  query: offsetQuery,
  reply: nullable(Type.Array(ProductFollowerV1)),
  beside: pagination,
  cost: 20,
  async run({ params, query }, crm) {
    await requireProduct(crm, params.id)
    const page = pageOf(query)
    const followers = (await listFollowers(crm, 'product', params.id)).slice(page.start, page.start + page.limit + 1)
    return offsetPage<Static<typeof ProductFollowerV1>>(
      followers.map(follower => JSON.stringify(wireV1(params.id, follower))),
      page,
    )
  },
})

const addProductFollowerV1 = v1({
  route: 'POST /products/{id}/followers',
  summary: 'Add a follower to a product',
  scopes: ['products:full'],
  params: { id: Id },
  body: { user_id: Id },
  reply: ProductFollowerV1,
  status: 201,
  cost: 10,
  async run({ params, body }, crm) {
    await lockLiveProduct(crm, params.id)
    return wireV1(params.id, await follow(crm, 'product', params.id, body.user_id))
  },
})

const deleteProductFollowerV1 = v1({
  route: 'DELETE /products/{id}/followers/{follower_id}',
  summary: 'Remove a follower from a product',
  scopes: ['products:full'],
  params: { id: Id, follower_id: Id },
  reply: DeletedFollower,
  cost: 6,
  async run({ params }, crm) {
    await requireProduct(crm, params.id)
    return { id: await unfollow(crm, 'product', params.id, { followerId: params.follower_id }) }
  },
})

export const productFollowers = [
  getProductFollowers,
  addProductFollower,
  deleteProductFollower,
  getProductFollowersChangelog,
  getProductFollowersV1,
  addProductFollowerV1,
  deleteProductFollowerV1,
]
