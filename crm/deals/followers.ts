import { answer } from '@portico/kit/answer'
import { Id } from '@portico/kit/schemas'
import Type from 'typebox'
import { v1, v2 } from '../api/operation.ts'
import { lockLiveDeal } from '../dealProducts/store.ts'
import { FollowerChange, followersChangelogPage } from '../followers/changelog.ts'
import { DeletedFollower, type Follower, follow, listFollowers, unfollow } from '../followers/followers.ts'
import { DeletedFollowerV2, FollowerV2, followersPageV2, followerV2 } from '../followers/v2.ts'
import { cursorQuery, nextCursor } from '../lists/cursor.ts'
import { timeV1 } from '../records/time.ts'
import { requireDeal } from './store.ts'

const params = { id: Id }
const followerParams = { id: Id, follower_id: Id }

const getDealFollowersV2 = v2({
  route: 'GET /deals/{id}/followers',
  summary: 'List the followers of a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  query: cursorQuery,
  reply: Type.Array(FollowerV2),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    return followersPageV2(crm, 'deal', params.id, query)
  },
})

const addDealFollowerV2 = v2({
  route: 'POST /deals/{id}/followers',
  summary: 'Add a follower to a deal',
  scopes: ['deals:full'],
  params,
  body: { user_id: Id },
  reply: FollowerV2,
  status: 201,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveDeal(crm, params.id)
    return followerV2(await follow(crm, 'deal', params.id, body.user_id))
  },
})

const deleteDealFollowerV2 = v2({
  route: 'DELETE /deals/{id}/followers/{follower_id}',
  summary: 'Remove a follower, named by the id of the user, from a deal',
  scopes: ['deals:full'],
  params: followerParams,
  reply: DeletedFollowerV2,
  cost: 3,
  async run({ params }, crm) {
    await requireDeal(crm, params.id)
    await unfollow(crm, 'deal', params.id, { userId: params.follower_id })
    return { user_id: params.follower_id }
  },
})

const getDealFollowersChangelog = v2({
  route: 'GET /deals/{id}/followers/changelog',
  summary: 'List who began and who ceased to follow a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  query: cursorQuery,
  reply: Type.Array(FollowerChange),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    return followersChangelogPage(crm, 'deal', params.id, query)
  },
})

const DealFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  deal_id: Type.Integer(),
  add_time: Type.String(),
})

const wireV1 = (dealId: number, { id, user_id, add_time }: Follower) => ({
  id,
  user_id,
  deal_id: dealId,
  add_time: timeV1(add_time),
})

const addDealFollower = v1({
  route: 'POST /deals/{id}/followers',
  summary: 'Add a follower to a deal',
  scopes: ['deals:full'],
  params,
  body: { user_id: Id },
  reply: DealFollower,
  cost: 10,
  async run({ params, body }, crm) {
    await lockLiveDeal(crm, params.id)
    return wireV1(params.id, await follow(crm, 'deal', params.id, body.user_id))
  },
})

const getDealFollowers = v1({
  route: 'GET /deals/{id}/followers',
  summary: 'List the followers of a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  reply: Type.Array(DealFollower),
  beside: {
    additional_data: Type.Object({
      start: Type.Integer(),
      limit: Type.Integer(),
      more_items_in_collection: Type.Boolean(),
    }),
  },
  cost: 20,
  async run({ params }, crm) {
    await requireDeal(crm, params.id)
    const followers = await listFollowers(crm, 'deal', params.id)
    const additional_data = { start: 0, limit: followers.length, more_items_in_collection: false }
    return answer(
      followers.map(follower => wireV1(params.id, follower)),
      { beside: { additional_data } },
    )
  },
})

const deleteDealFollower = v1({
  route: 'DELETE /deals/{id}/followers/{follower_id}',
  summary: 'Remove a follower from a deal',
  scopes: ['deals:full'],
  params: followerParams,
  reply: DeletedFollower,
  cost: 6,
  async run({ params }, crm) {
    await requireDeal(crm, params.id)
    return { id: await unfollow(crm, 'deal', params.id, { followerId: params.follower_id }) }
  },
})

export const dealFollowers = [
  getDealFollowersV2,
  addDealFollowerV2,
  deleteDealFollowerV2,
  getDealFollowersChangelog,
  addDealFollower,
  getDealFollowers,
  deleteDealFollower,
]
