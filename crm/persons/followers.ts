import { answer } from '@portico/kit/answer'
import { Id, nullable, optional } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../api/operation.ts'
import { type Follower, listFollowers } from '../followers/followers.ts'
import { type Followed, followersOf, followersOfV1 } from '../followers/operations.ts'
import { timeV1 } from '../records/time.ts'
import { lockLivePerson, requirePerson } from './store.ts'

const followed: Followed = {
  entity: 'person',
  one: 'a person',
  scopes: { read: ['contacts:read', 'contacts:full'], write: ['contacts:full'] },
  require: requirePerson,
  requireLive: lockLivePerson,
}

/** The list of the contract speaks of a deal, which a follower of a person has not. */
const PersonFollower = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  person_id: Type.Integer(),
  deal_id: optional(nullable(Type.Integer())),
  add_time: Type.String(),
})

function wire(personId: number, { id, user_id, add_time }: Follower): Static<typeof PersonFollower> {
  return { id, user_id, person_id: personId, add_time: timeV1(add_time) }
}

const getPersonFollowersV1 = v1({
  route: 'GET /persons/{id}/followers',
  summary: 'List the followers of a person',
  scopes: followed.scopes.read,
  params: { id: Id },
  reply: nullable(Type.Array(PersonFollower)),
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
    const data = followers.map(follower => ({ ...wire(params.id, follower), deal_id: null }))
    return answer(data, { beside: { additional_data } })
  },
})

const v2 = followersOf(followed)
const older = followersOfV1(followed, { reply: PersonFollower, wire })

export const personFollowers = [
  v2.list('GET /persons/{id}/followers'),
  v2.add('POST /persons/{id}/followers'),
  v2.remove('DELETE /persons/{id}/followers/{follower_id}'),
  v2.changelog('GET /persons/{id}/followers/changelog'),
  getPersonFollowersV1,
  older.add('POST /persons/{id}/followers'),
  older.remove('DELETE /persons/{id}/followers/{follower_id}'),
]
