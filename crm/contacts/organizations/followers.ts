import { Id, nullable } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { v1, v2 } from '../../base/api/operation.ts'
import { type Follower, listFollowers } from '../../base/followers/followers.ts'
import { followersV1, followersV2 } from '../../base/followers/operations.ts'
import { offsetPage, pagination } from '../../base/lists/v1/offset.ts'
import { timeV1 } from '../../base/records/time.ts'
import { lockLiveOrganization, requireOrganization } from './store.ts'

const READ = ['contacts:read', 'contacts:full']
const CHANGE = ['contacts:full']

const followed = {
  entity: 'organization',
  one: 'an organization',
  require: requireOrganization,
  requireLive: lockLiveOrganization,
} as const

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
  scopes: READ,
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

const newer = followersV2(followed)
const older = followersV1(followed, OrganizationFollower, wire)

export const organizationFollowers = [
  v2({ route: 'GET /organizations/{id}/followers', scopes: READ, ...newer.list }),
  v2({ route: 'POST /organizations/{id}/followers', scopes: CHANGE, ...newer.add }),
  v2({ route: 'DELETE /organizations/{id}/followers/{follower_id}', scopes: CHANGE, ...newer.remove }),
  v2({ route: 'GET /organizations/{id}/followers/changelog', scopes: READ, ...newer.changelog }),
  getOrganizationFollowersV1,
  v1({ route: 'POST /organizations/{id}/followers', scopes: CHANGE, ...older.add }),
  v1({ route: 'DELETE /organizations/{id}/followers/{follower_id}', scopes: CHANGE, ...older.remove }),
]
