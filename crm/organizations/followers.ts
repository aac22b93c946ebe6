import { Id, nullable } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../api/operation.ts'
import { type Follower, listFollowers } from '../followers/followers.ts'
import { type Followed, followersOf, followersOfV1 } from '../followers/operations.ts'
import { offsetPage, pagination } from '../lists/offset.ts'
import { timeV1 } from '../records/time.ts'
import { lockLiveOrganization, requireOrganization } from './store.ts'

const followed: Followed = {
  entity: 'organization',
  one: 'an organization',
  scopes: { read: ['contacts:read', 'contacts:full'], write: ['contacts:full'] },
  require: requireOrganization,
  requireLive: lockLiveOrganization,
}

const OrganizationFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  org_id: Type.Integer(),
  add_time: Type.String(),
})

function wire(orgId: number, { id, user_id, add_time }: Follower): Static<typeof OrganizationFollower> {
  return { id, user_id, org_id: orgId, add_time: timeV1(add_time) }
}

const getOrganizationFollowersV1 = v1({
  route: 'GET /organizations/{id}/followers',
  summary: 'List the followers of an organization',
  scopes: followed.scopes.read,
  params: { id: Id },
  reply: nullable(Type.Array(OrganizationFollower)),
  beside: pagination,
  cost: 20,
  async run({ params }, crm) {
    await requireOrganization(crm, params.id)
    const followers = await listFollowers(crm, 'organization', params.id)
    return offsetPage<Static<typeof OrganizationFollower>>(
      followers.map(follower => JSON.stringify(wire(params.id, follower))),
      { start: 0, limit: followers.length },
    )
  },
})

const v2 = followersOf(followed)
const older = followersOfV1(followed, { reply: OrganizationFollower, wire })

export const organizationFollowers = [
  v2.list('GET /organizations/{id}/followers'),
  v2.add('POST /organizations/{id}/followers'),
  v2.remove('DELETE /organizations/{id}/followers/{follower_id}'),
  v2.changelog('GET /organizations/{id}/followers/changelog'),
  getOrganizationFollowersV1,
  older.add('POST /organizations/{id}/followers'),
  older.remove('DELETE /organizations/{id}/followers/{follower_id}'),
]
