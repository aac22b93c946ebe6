import { Id, nullable } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { v1, v2 } from '../api/operation.ts'
import { FollowerChange, followersChangelogPage } from '../followers/changelog.ts'
import { DeletedFollower, type Follower, follow, listFollowers, unfollow } from '../followers/followers.ts'
import { DeletedFollowerV2, FollowerV2, followersPageV2, followerV2 } from '../followers/v2.ts'
import { cursorQuery, nextCursor } from '../lists/cursor.ts'
import { offsetPage, pagination } from '../lists/offset.ts'
import { timeV1 } from '../records/time.ts'
import { lockLiveOrganization, requireOrganization } from './store.ts'

const params = { id: Id }
const followerParams = { id: Id, follower_id: Id }

const getOrganizationFollowers = v2({
  route: 'GET /organizations/{id}/followers',
  summary: 'List the followers of an organization',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: cursorQuery,
  reply: Type.Array(FollowerV2),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireOrganization(crm, params.id)
    return followersPageV2(crm, 'organization', params.id, query)
  },
})

const addOrganizationFollower = v2({
  route: 'POST /organizations/{id}/followers',
  summary: 'Add a follower to an organization',
  scopes: ['contacts:full'],
  params,
  body: { user_id: Id },
  reply: FollowerV2,
  status: 201,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveOrganization(crm, params.id)
    return followerV2(await follow(crm, 'organization', params.id, body.user_id))
  },
})

const deleteOrganizationFollower = v2({
  route: 'DELETE /organizations/{id}/followers/{follower_id}',
  summary: 'Remove a follower, named by the id of the user, from an organization',
  scopes: ['contacts:full'],
  params: followerParams,
  reply: DeletedFollowerV2,
  cost: 3,
  async run({ params }, crm) {
    await requireOrganization(crm, params.id)
    await unfollow(crm, 'organization', params.id, { userId: params.follower_id })
    return { user_id: params.follower_id }
  },
})

const getOrganizationFollowersChangelog = v2({
  route: 'GET /organizations/{id}/followers/changelog',
  summary: 'List who began and who ceased to follow an organization',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: cursorQuery,
  reply: Type.Array(FollowerChange),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireOrganization(crm, params.id)
    return followersChangelogPage(crm, 'organization', params.id, query)
  },
})

const OrganizationFollowerV1 = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  org_id: Type.Integer(),
  add_time: Type.String(),
})

const wireV1 = (orgId: number, { id, user_id, add_time }: Follower) => ({
  id,
  user_id,
  org_id: orgId,
  add_time: timeV1(add_time),
})

const getOrganizationFollowersV1 = v1({
  route: 'GET /organizations/{id}/followers',
  summary: 'List the followers of an organization',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  reply: nullable(Type.Array(OrganizationFollowerV1)),
  beside: pagination,
  cost: 20,
  async run({ params }, crm) {
    await requireOrganization(crm, params.id)
    const followers = await listFollowers(crm, 'organization', params.id)
    return offsetPage<Static<typeof OrganizationFollowerV1>>(
      followers.map(follower => JSON.stringify(wireV1(params.id, follower))),
      { start: 0, limit: followers.length },
    )
  },
})

const addOrganizationFollowerV1 = v1({
  route: 'POST /organizations/{id}/followers',
  summary: 'Add a follower to an organization',
  scopes: ['contacts:full'],
  params,
  body: { user_id: Id },
  reply: OrganizationFollowerV1,
  cost: 10,
  async run({ params, body }, crm) {
    await lockLiveOrganization(crm, params.id)
    return wireV1(params.id, await follow(crm, 'organization', params.id, body.user_id))
  },
})

const deleteOrganizationFollowerV1 = v1({
  route: 'DELETE /organizations/{id}/followers/{follower_id}',
  summary: 'Remove a follower from an organization',
  scopes: ['contacts:full'],
  params: followerParams,
  reply: DeletedFollower,
  cost: 6,
  async run({ params }, crm) {
    await requireOrganization(crm, params.id)
    return { id: await unfollow(crm, 'organization', params.id, { followerId: params.follower_id }) }
  },
})

export const organizationFollowers = [
  getOrganizationFollowers,
  addOrganizationFollower,
  deleteOrganizationFollower,
  getOrganizationFollowersChangelog,
  getOrganizationFollowersV1,
  addOrganizationFollowerV1,
  deleteOrganizationFollowerV1,
]
