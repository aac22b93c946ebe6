import { Id } from '@portico/kit/schemas'
import Type, { type Static, type TObject } from 'typebox'
import type { VisibleEntity } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'
import { cursorQuery, nextCursor } from '../lists/cursor.ts'
import { FollowerChange, followersChangelogPage } from './changelog.ts'
import { DeletedFollower, type Follower, follow, unfollow } from './followers.ts'
import { DeletedFollowerV2, FollowerV2, followersPageV2, followerV2 } from './v2/followers.ts'

/** A kind of record that people follow. */
export interface Followed {
  entity: VisibleEntity
  /** As one speaks of it: `a deal`. */
  one: string
  /** Refuses a record that is not there for the caller. */
  require(crm: Crm, id: number): Promise<unknown>
  /** Refuses one that is deleted as well. */
  requireLive(crm: Crm, id: number): Promise<unknown>
}

const params = { id: Id }
const followerParams = { id: Id, follower_id: Id }

interface OfRecord {
  params: { id: number }
}
interface OfFollower {
  params: { id: number; follower_id: number }
}
interface NewFollower extends OfRecord {
  body: { user_id: number }
}
interface Listed extends OfRecord {
  query: { limit?: number; cursor?: string }
}

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
