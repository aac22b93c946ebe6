import { Id, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { type Follower, listFollowers } from '../../../base/followers/store.ts'
import { followersV1 } from '../../../base/followers/v1/family.ts'
import { offsetPage, pagination } from '../../../base/lists/v1/offset.ts'
import { timeV1 } from '../../../base/records/time.ts'
import { followedOrganization } from '../followed.ts'
import { requireOrganization } from '../store.ts'

const READ = ['contacts:read', 'contacts:full']
const CHANGE = ['contacts:full']

const OrganizationFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  org_id: Type.Integer(),
  add_time: Type.String(),
})

function wire(orgId: number, { id, user_id, add_time }: Follower): Static<typeof OrganizationFollower> {
  return { id, user_id, org_id: orgId, add_time: timeV1(add_time) }
}

const getOrganizationFollowers = v1({
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

const followers = followersV1(followedOrganization, OrganizationFollower, wire)

export const organizationFollowersV1 = [
  getOrganizationFollowers,
  v1({ route: 'POST /organizations/{id}/followers', scopes: CHANGE, ...followers.add }),
  v1({ route: 'DELETE /organizations/{id}/followers/{follower_id}', scopes: CHANGE, ...followers.remove }),
]
