import { v2 } from '../../../base/api/operation.ts'
import { followersV2 } from '../../../base/followers/v2/family.ts'
import { followedOrganization } from '../followed.ts'

const READ = ['contacts:read', 'contacts:full']
const CHANGE = ['contacts:full']

const followers = followersV2(followedOrganization)

export const organizationFollowersV2 = [
  v2({ route: 'GET /organizations/{id}/followers', scopes: READ, ...followers.list }),
  v2({ route: 'POST /organizations/{id}/followers', scopes: CHANGE, ...followers.add }),
  v2({ route: 'DELETE /organizations/{id}/followers/{follower_id}', scopes: CHANGE, ...followers.remove }),
  v2({ route: 'GET /organizations/{id}/followers/changelog', scopes: READ, ...followers.changelog }),
]
