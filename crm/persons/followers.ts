import { answer } from '@portico/kit/answer'
import { Id, nullable, optional } from '@portico/kit/schemas'
import Type from 'typebox'
import { v1, v2 } from '../api/operation.ts'
import { FollowerChange, followersChangelogPage } from '../followers/changelog.ts'
import { DeletedFollower, type Follower, follow, listFollowers, unfollow } from '../followers/followers.ts'
import { DeletedFollowerV2, FollowerV2, followersPageV2, followerV2 } from '../followers/v2.ts'
import { cursorQuery, nextCursor } from '../lists/cursor.ts'
import { timeV1 } from '../records/time.ts'
import { lockLivePerson, requirePerson } from './store.ts'

const params = { id: Id }
const followerParams = { id: Id, follower_id: Id }

const getPersonFollowers = v2({
  route: 'GET /persons/{id}/followers',
  summary: 'List the followers of a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: cursorQuery,
  reply: Type.Array(FollowerV2),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requirePerson(crm, params.id)
    return followersPageV2(crm, 'person', params.id, query)
  },
})

const addPersonFollower = v2({
  route: 'POST /persons/{id}/followers',
  summary: 'Add a follower to a person',
  scopes: ['contacts:full'],
  params,
  body: { user_id: Id },
  reply: FollowerV2,
  status: 201,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLivePerson(crm, params.id)
    return followerV2(await follow(crm, 'person', params.id, body.user_id))
  },
})

const deletePersonFollower = v2({
  route: 'DELETE /persons/{id}/followers/{follower_id}',
  summary: 'Remove a follower, named by the id of the user, from a person',
  scopes: ['contacts:full'],
  params: followerParams,
  reply: DeletedFollowerV2,
  cost: 3,
  async run({ params }, crm) {
    await requirePerson(crm, params.id)
    await unfollow(crm, 'person', params.id, { userId: params.follower_id })
    return { user_id: params.follower_id }
  },
})

const getPersonFollowersChangelog = v2({
  route: 'GET /persons/{id}/followers/changelog',
  summary: 'List who began and who ceased to follow a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: cursorQuery,
  reply: Type.Array(FollowerChange),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requirePerson(crm, params.id)
    return followersChangelogPage(crm, 'person', params.id, query)
  },
})

/** The list of the contract speaks of a deal, which a follower of a person has not. */
const PersonFollowerV1 = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  person_id: Type.Integer(),
  deal_id: optional(nullable(Type.Integer())),
  add_time: Type.String(),
})

const wireV1 = (personId: number, { id, user_id, add_time }: Follower) => ({
  id,
  user_id,
  person_id: personId,
  add_time: timeV1(add_time),
})

const getPersonFollowersV1 = v1({
  route: 'GET /persons/{id}/followers',
  summary: 'List the followers of a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  reply: nullable(Type.Array(PersonFollowerV1)),
  beside: {
    additional_data: Type.Object({
      start: Type.Integer(),
      limit: Type.Integer(),
      more_items_in_collection: Type.Boolean(),
    }),
  },
  cost: 20,
  async run({ params }, crm) {
    await requirePerson(crm, params.id)
    const followers = await listFollowers(crm, 'person', params.id)
    const additional_data = { start: 0, limit: followers.length, more_items_in_collection: false }
    const data = followers.map(follower => ({ ...wireV1(params.id, follower), deal_id: null }))
    return answer(data, { beside: { additional_data } })
  },
})

const addPersonFollowerV1 = v1({
  route: 'POST /persons/{id}/followers',
  summary: 'Add a follower to a person',
  scopes: ['contacts:full'],
  params,
  body: { user_id: Id },
  reply: PersonFollowerV1,
  cost: 10,
  async run({ params, body }, crm) {
    await lockLivePerson(crm, params.id)
    return wireV1(params.id, await follow(crm, 'person', params.id, body.user_id))
  },
})

const deletePersonFollowerV1 = v1({
  route: 'DELETE /persons/{id}/followers/{follower_id}',
  summary: 'Remove a follower from a person',
  scopes: ['contacts:full'],
  params: followerParams,
  reply: DeletedFollower,
  cost: 6,
  async run({ params }, crm) {
    await requirePerson(crm, params.id)
    return { id: await unfollow(crm, 'person', params.id, { followerId: params.follower_id }) }
  },
})

export const personFollowers = [
  getPersonFollowers,
  addPersonFollower,
  deletePersonFollower,
  getPersonFollowersChangelog,
  getPersonFollowersV1,
  addPersonFollowerV1,
  deletePersonFollowerV1,
]
