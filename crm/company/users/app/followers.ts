import { Id, optional } from '@portico/kit/api/schemas'
import { app } from '../../../base/api/operation.ts'
import { follow, unfollow } from '../../../base/followers/store.ts'
import { DeletedFollowerV2, FollowerV2, followerV2 } from '../../../base/followers/v2/followers.ts'
import { refuseFollowingOneself, requireFollowing } from '../followed.ts'
import { requireUser } from '../store.ts'

const addUserFollower = app({
  route: 'POST /users/{id}/followers',
  summary: 'Follow a user; an admin of the account may name who follows',
  rights: ['can_follow_other_users'],
  params: { id: Id },
  body: { user_id: optional(Id) },
  reply: FollowerV2,
  status: 201,
  cost: 5,
  async run({ params: { id }, body }, crm) {
    const { user_id = crm.actor.userId } = body
    requireFollowing(crm, user_id)
    refuseFollowingOneself(id, user_id)
    await requireUser(crm, id)
    return followerV2(await follow(crm, 'user', id, user_id))
  },
})

const deleteUserFollower = app({
  route: 'DELETE /users/{id}/followers/{user_id}',
  summary: 'Follow a user no longer; an admin of the account may name any follower',
  params: { id: Id, user_id: Id },
  reply: DeletedFollowerV2,
  cost: 3,
  async run({ params: { id, user_id } }, crm) {
    requireFollowing(crm, user_id)
    await unfollow(crm, 'user', id, { userId: user_id })
    return { user_id }
  },
})

export const userFollowersInApp = [addUserFollower, deleteUserFollower]
