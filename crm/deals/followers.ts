import { answer } from '@portico/kit/answer'
import { Id } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../api/operation.ts'
import { lockLiveDeal } from '../dealProducts/store.ts'
import { type Follower, listFollowers } from '../followers/followers.ts'
import { type Followed, followersOf, followersOfV1 } from '../followers/operations.ts'
import { timeV1 } from '../records/time.ts'
import { requireDeal } from './store.ts'

const followed: Followed = {
  entity: 'deal',
  one: 'a deal',
  scopes: { read: ['deals:read', 'deals:full'], write: ['deals:full'] },
  require: requireDeal,
  requireLive: lockLiveDeal,
}

const DealFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  deal_id: Type.Integer(),
  add_time: Type.String(),
})

function wire(dealId: number, { id, user_id, add_time }: Follower): Static<typeof DealFollower> {
  return { id, user_id, deal_id: dealId, add_time: timeV1(add_time) }
}

const getDealFollowersV1 = v1({
  route: 'GET /deals/{id}/followers',
  summary: 'List the followers of a deal',
  scopes: followed.scopes.read,
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

const v2 = followersOf(followed)
const older = followersOfV1(followed, { reply: DealFollower, wire })

export const dealFollowers = [
  v2.list('GET /deals/{id}/followers'),
  v2.add('POST /deals/{id}/followers'),
  v2.remove('DELETE /deals/{id}/followers/{follower_id}'),
  v2.changelog('GET /deals/{id}/followers/changelog'),
  getDealFollowersV1,
  older.add('POST /deals/{id}/followers'),
  older.remove('DELETE /deals/{id}/followers/{follower_id}'),
]
