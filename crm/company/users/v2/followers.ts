import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v2 } from '../../../base/api/operation.ts'
import { FollowerV2, followersPageV2 } from '../../../base/followers/v2/followers.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { requireFollowersOf } from '../followed.ts'

const getUserFollowers = v2({
  route: 'GET /users/{id}/followers',
  summary: 'List the followers of a user',
  scopes: ['users:read'],
  params: { id: Id },
  query: cursorQuery,
  reply: Type.Array(FollowerV2),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireFollowersOf(crm, params.id)
    return followersPageV2(crm, 'user', params.id, query)
  },
})

export const userFollowersV2 = [getUserFollowers]
