import { v2 } from '../../../base/api/operation.ts'
import { followersV2 } from '../../../base/followers/v2/family.ts'
import { followedProduct } from '../followed.ts'

const READ = ['products:read', 'products:full']
const CHANGE = ['products:full']

const followers = followersV2(followedProduct)

export const productFollowersV2 = [
  v2({ route: 'GET /products/{id}/followers', scopes: READ, ...followers.list }),
  v2({ route: 'POST /products/{id}/followers', scopes: CHANGE, ...followers.add }),
  v2({ route: 'DELETE /products/{id}/followers/{follower_id}', scopes: CHANGE, ...followers.remove }),
  v2({ route: 'GET /products/{id}/followers/changelog', scopes: READ, ...followers.changelog }),
]
