import { Id } from '@portico/kit/schemas'
import Type, { type Static, type TObject } from 'typebox'
import type { VisibleEntity } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'
import { v1, v2 } from '../api/operation.ts'
import { cursorQuery, nextCursor } from '../lists/cursor.ts'
import { FollowerChange, followersChangelogPage } from './changelog.ts'
import { DeletedFollower, type Follower, follow, unfollow } from './followers.ts'
import { DeletedFollowerV2, FollowerV2, followersPageV2, followerV2 } from './v2.ts'

/** A kind of record that people follow. */
export interface Followed {
  entity: VisibleEntity
  /** As one speaks of it: `a deal`. */
  one: string
  scopes: { read: readonly string[]; write: readonly string[] }
  /** Refuses a record that is not there for the caller. */
  require(crm: Crm, id: number): Promise<unknown>
  /** Refuses one that is deleted as well. */
  requireLive(crm: Crm, id: number): Promise<unknown>
}

const params = { id: Id }
const followerParams = { id: Id, follower_id: Id }

/** The follower operations of v2, for the routes of a kind of record. */
export function followersOf({ entity, one, scopes, require, requireLive }: Followed) {
  return {
    list: (route: `GET /${string}`) =>
      v2({
        route,
        summary: `List the followers of ${one}`,
        scopes: scopes.read,
        params,
        query: cursorQuery,
        reply: Type.Array(FollowerV2),
        beside: nextCursor,
        cost: 10,
        async run({ params, query }, crm) {
          await require(crm, params.id)
          return followersPageV2(crm, entity, params.id, query)
        },
      }),

    add: (route: `POST /${string}`) =>
      v2({
        route,
        summary: `Add a follower to ${one}`,
        scopes: scopes.write,
        params,
        body: { user_id: Id },
        reply: FollowerV2,
        status: 201,
        cost: 5,
        async run({ params, body }, crm) {
          await requireLive(crm, params.id)
          return followerV2(await follow(crm, entity, params.id, body.user_id))
        },
      }),

    remove: (route: `DELETE /${string}`) =>
      v2({
        route,
        summary: `Remove a follower, named by the id of the user, from ${one}`,
        scopes: scopes.write,
        params: followerParams,
        reply: DeletedFollowerV2,
        cost: 3,
        async run({ params }, crm) {
          await require(crm, params.id)
          await unfollow(crm, entity, params.id, { userId: params.follower_id })
          return { user_id: params.follower_id }
        },
      }),

    changelog: (route: `GET /${string}`) =>
      v2({
        route,
        summary: `List who began and who ceased to follow ${one}`,
        scopes: scopes.read,
        params,
        query: cursorQuery,
        reply: Type.Array(FollowerChange),
        beside: nextCursor,
        cost: 10,
        async run({ params, query }, crm) {
          await require(crm, params.id)
          return followersChangelogPage(crm, entity, params.id, query)
        },
      }),
  }
}

/** A follower as v1 shows it: each kind of record names its id in its own way. */
export interface FollowerV1<Reply extends TObject> {
  reply: Reply
  wire(id: number, follower: Follower): Static<Reply>
  /** Status of a new follower. */
  status?: number
}

/** Adding and removing a follower in v1; the lists differ too much to be one. */
export function followersOfV1<Reply extends TObject>(
  { entity, one, scopes, require, requireLive }: Followed,
  { reply, wire, status = 200 }: FollowerV1<Reply>,
) {
  return {
    add: (route: `POST /${string}`) =>
      v1({
        route,
        summary: `Add a follower to ${one}`,
        scopes: scopes.write,
        params,
        body: { user_id: Id },
        reply,
        status,
        cost: 10,
        async run({ params, body }, crm) {
          await requireLive(crm, params.id)
          return wire(params.id, await follow(crm, entity, params.id, body.user_id))
        },
      }),

    remove: (route: `DELETE /${string}`) =>
      v1({
        route,
        summary: `Remove a follower from ${one}`,
        scopes: scopes.write,
        params: followerParams,
        reply: DeletedFollower,
        cost: 6,
        async run({ params }, crm) {
          await require(crm, params.id)
          return { id: await unfollow(crm, entity, params.id, { followerId: params.follower_id }) }
        },
      }),
  }
}
