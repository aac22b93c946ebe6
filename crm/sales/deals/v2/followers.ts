import { v2 } from '../../../base/api/operation.ts'
import { followersV2 } from '../../../base/followers/v2/family.ts'
import { followedDeal } from '../followed.ts'

const READ = ['deals:read', 'deals:full']
const CHANGE = ['deals:full']

const followers = followersV2(followedDeal)

export const dealFollowersV2 = [
  v2({ route: 'GET /deals/{id}/followers', scopes: READ, ...followers.list }),
  v2({ route: 'POST /deals/{id}/followers', scopes: CHANGE, ...followers.add }),
  v2({ route: 'DELETE /deals/{id}/followers/{follower_id}', scopes: CHANGE, ...followers.remove }),
  v2({ route: 'GET /deals/{id}/followers/changelog', scopes: READ, ...followers.changelog }),
]
