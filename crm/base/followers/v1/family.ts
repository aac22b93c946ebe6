import { Id } from '@portico/kit/api/schemas'
import type { Static, TObject } from 'typebox'
import type { Crm } from '../../api/context.ts'
import type { Followed, NewFollower, OfFollower } from '../followed.ts'
import { DeletedFollower, type Follower, follow, unfollow } from '../store.ts'

const params = { id: Id }
const followerParams = { id: Id, follower_id: Id }

/**
 * Adding and removing a follower in v1, where each kind of record names its id in its own way; the lists differ too
 * much to be one.
 */
export function followersV1<Reply extends TObject>(
  { entity, one, require, requireLive }: Followed,
  reply: Reply,
  wire: (id: number, follower: Follower) => Static<Reply>,
) {
  return {
    add: {
      summary: `Add a follower to ${one}`,
      params,
      body: { user_id: Id },
      reply,
      cost: 10,
      async run({ params, body }: NewFollower, crm: Crm) {
        await requireLive(crm, params.id)
        return wire(params.id, await follow(crm, entity, params.id, body.user_id))
      },
    },
    remove: {
      summary: `Remove a follower from ${one}`,
      params: followerParams,
      reply: DeletedFollower,
      cost: 6,
      async run({ params }: OfFollower, crm: Crm) {
        await require(crm, params.id)
        return { id: await unfollow(crm, entity, params.id, { followerId: params.follower_id }) }
      },
    },
  }
}
