import { v2 } from '../../../base/api/operation.ts'
import { followersV2 } from '../../../base/followers/v2/family.ts'
import { followedPerson } from '../followed.ts'

const READ = ['contacts:read', 'contacts:full']
const CHANGE = ['contacts:full']

const followers = followersV2(followedPerson)

export const personFollowersV2 = [
  v2({ route: 'GET /persons/{id}/followers', scopes: READ, ...followers.list }),
  v2({ route: 'POST /persons/{id}/followers', scopes: CHANGE, ...followers.add }),
  v2({ route: 'DELETE /persons/{id}/followers/{follower_id}', scopes: CHANGE, ...followers.remove }),
  v2({ route: 'GET /persons/{id}/followers/changelog', scopes: READ, ...followers.changelog }),
]
