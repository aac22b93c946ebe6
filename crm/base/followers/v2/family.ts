import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../api/context.ts'
import { cursorQuery, nextCursor } from '../../lists/cursor.ts'
import type { Followed, Listed, NewFollower, OfFollower } from '../followed.ts'
import { follow, unfollow } from '../store.ts'
import { FollowerChange, followersChangelogPage } from './changelog.ts'
import { DeletedFollowerV2, FollowerV2, followersPageV2, followerV2 } from './followers.ts'

const params = { id: Id }
const followerParams = { id: Id, follower_id: Id }

/** The follower operations of v2, but for their routes and scopes. */
export function followersV2({ entity, one, require, requireLive }: Followed) {
  return {
    list: {
      summary: `List the followers of ${one}`,
      params,
      query: cursorQuery,
      reply: Type.Array(FollowerV2),
      beside: nextCursor,
      cost: 10,
      async run({ params, query }: Listed, crm: Crm) {
        await require(crm, params.id)
        return followersPageV2(crm, entity, params.id, query)
      },
    },
    add: {
      summary: `Add a follower to ${one}`,
      params,
      body: { user_id: Id },
      reply: FollowerV2,
      status: 201,
      cost: 5,
      async run({ params, body }: NewFollower, crm: Crm) {
        await requireLive(crm, params.id)
        return followerV2(await follow(crm, entity, params.id, body.user_id))
      },
    },
    remove: {
      summary: `Remove a follower, named by the id of the user, from ${one}`,
      params: followerParams,
      reply: DeletedFollowerV2,
      cost: 3,
      async run({ params }: OfFollower, crm: Crm) {
        await require(crm, params.id)
        await unfollow(crm, entity, params.id, { userId: params.follower_id })
        return { user_id: params.follower_id }
      },
    },
    changelog: {
      summary: `List who began and who ceased to follow ${one}`,
      params,
      query: cursorQuery,
      reply: Type.Array(FollowerChange),
      beside: nextCursor,
      cost: 10,
      async run({ params, query }: Listed, crm: Crm) {
        await require(crm, params.id)
        return followersChangelogPage(crm, entity, params.id, query)
      },
    },
  }
}
