import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { listFollowers } from '../../../base/followers/store.ts'
import { requireFollowersOf } from '../followed.ts'

const getUserFollowers = v1({
  route: 'GET /users/{id}/followers',
  summary: 'Get the ids of the users who follow a user',
  scopes: ['users:read'],
  params: { id: Id },
  reply: Type.Array(Type.Integer()),
  cost: 20,
  async run({ params }, crm) {
    await requireFollowersOf(crm, params.id)
    return (await listFollowers(crm, 'user', params.id)).map(follower => follower.user_id)
  },
})

export const userFollowersV1 = [getUserFollowers]
