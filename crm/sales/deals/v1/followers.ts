import { answer } from '@portico/kit/api/answer'
import { Id } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { type Follower, listFollowers } from '../../../base/followers/store.ts'
import { followersV1 } from '../../../base/followers/v1/family.ts'
import { timeV1 } from '../../../base/records/time.ts'
import { followedDeal } from '../followed.ts'
import { requireDeal } from '../store.ts'

const READ = ['deals:read', 'deals:full']
const CHANGE = ['deals:full']

const DealFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  deal_id: Type.Integer(),
  add_time: Type.String(),
})

function wire(dealId: number, { id, user_id, add_time }: Follower): Static<typeof DealFollower> {
  return { id, user_id, deal_id: dealId, add_time: timeV1(add_time) }
}

const getDealFollowers = v1({
  route: 'GET /deals/{id}/followers',
  summary: 'List the followers of a deal',
  scopes: READ,
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

const followers = followersV1(followedDeal, DealFollower, wire)

export const dealFollowersV1 = [
  getDealFollowers,
  v1({ route: 'POST /deals/{id}/followers', scopes: CHANGE, ...followers.add }),
  v1({ route: 'DELETE /deals/{id}/followers/{follower_id}', scopes: CHANGE, ...followers.remove }),
]
