import { answer } from '@portico/kit/answer'
import { Id } from '@portico/kit/schemas'
import Type from 'typebox'
import { v1 } from '../api/operation.ts'
import { DeletedFollower, type Follower, follow, listFollowers, unfollow } from '../followers/followers.ts'
import { timeV1 } from '../records/time.ts'
import { requireDeal } from './store.ts'

const DealFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  deal_id: Type.Integer(),
  add_time: Type.String(),
})

const wire = (dealId: number, { id, user_id, add_time }: Follower) => ({
  id,
  user_id,
  deal_id: dealId,
  add_time: timeV1(add_time),
})

const addDealFollower = v1({
  route: 'POST /deals/{id}/followers',
  summary: 'Add a follower to a deal',
  scopes: ['deals:full'],
  params: { id: Id },
  body: { user_id: Id },
  reply: DealFollower,
  cost: 10,
  async run({ params, body }, crm) {
    await requireDeal(crm, params.id)
    return wire(params.id, await follow(crm, 'deal', params.id, body.user_id))
  },
})

const getDealFollowers = v1({
  route: 'GET /deals/{id}/followers',
  summary: 'List the followers of a deal',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
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
      followers.map(follower => wire(params.id, follower)),
      { beside: { additional_data } },
    )
  },
})

const deleteDealFollower = v1({
  route: 'DELETE /deals/{id}/followers/{follower_id}',
  summary: 'Remove a follower from a deal',
  scopes: ['deals:full'],
  params: { id: Id, follower_id: Id },
  reply: DeletedFollower,
  cost: 6,
  async run({ params }, crm) {
    await requireDeal(crm, params.id)
    return { id: await unfollow(crm, 'deal', params.id, { followerId: params.follower_id }) }
  },
})

export const dealFollowers = [addDealFollower, getDealFollowers, deleteDealFollower]
