import { answer } from '@portico/kit/api/answer'
import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { type Follower, listFollowers } from '../../../base/followers/store.ts'
import { followersV1 } from '../../../base/followers/v1/family.ts'
import { timeV1 } from '../../../base/records/time.ts'
import { followedPerson } from '../followed.ts'
import { requirePerson } from '../store.ts'

const READ = ['contacts:read', 'contacts:full']
const CHANGE = ['contacts:full']

/** The list of the contract refers to a deal, which a follower of a person has not. */
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

const getPersonFollowers = v1({
  route: 'GET /persons/{id}/followers',
  summary: 'List the followers of a person',
  scopes: READ,
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

const followers = followersV1(followedPerson, PersonFollower, wire)

export const personFollowersV1 = [
  getPersonFollowers,
  v1({ route: 'POST /persons/{id}/followers', scopes: CHANGE, ...followers.add }),
  v1({ route: 'DELETE /persons/{id}/followers/{follower_id}', scopes: CHANGE, ...followers.remove }),
]
