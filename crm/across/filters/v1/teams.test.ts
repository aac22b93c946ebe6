import { LegacyTeamsApi } from 'pipedrive/v1'
import { expect, test } from 'vitest'
import { addField } from '../../../testing/addField.ts'
import { type Condition, conditions } from '../../../testing/filterConditions.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const api = new LegacyTeamsApi(owner.v1)
const ann = await crm.colleague(owner)
const bob = await crm.colleague(owner)
const team =
  (await api.addTeam({ AddTeamRequest1: { name: 'North', manager_id: bob.userId, users: [ann.userId] } })).data?.id ?? 0

const filter = (type: string, condition: Condition, by = owner) =>
  by.call('POST', '/v1/filters', { name: 'Of a team', type, conditions: conditions([condition]) })

async function found(type: string, list: string, condition: Condition): Promise<number[]> {
  const made = await filter(type, condition)
  expect([made.status, made.body.error]).toEqual([200, undefined])
  const { body } = await owner.call('GET', `${list}?filter_id=${made.body.data.id}`)
  return (body.data ?? []).map((record: { id: number }) => record.id)
}

const aDeal = async (by: TestUser, more: object = {}): Promise<number> =>
  (await by.call('POST', '/api/v2/deals', { title: 'D', ...more })).body.data.id

test('belongs_to_team finds records of the members of a team, and of nobody else', async () => {
  const person = (await owner.call('POST', '/api/v2/persons', { name: 'P', owner_id: ann.userId })).body.data.id
  const ofAnn = await aDeal(ann)
  const ofBob = await aDeal(bob)
  const ofOwner = await aDeal(owner, { person_id: person })

  expect(await found('deals', '/api/v2/deals', ['deal', 'owner_id', 'belongs_to_team', team])).toEqual([ofAnn])
  expect(await found('deals', '/v1/deals', ['deal', 'user_id', 'belongs_to_team', team])).toEqual([ofAnn])
  expect(await found('deals', '/api/v2/deals', ['deal', 'creator_user_id', 'belongs_to_team', team])).toEqual([ofAnn])
  expect(await found('deals', '/api/v2/deals', ['person', 'owner_id', 'belongs_to_team', team])).toEqual([ofOwner])
  expect(await found('people', '/api/v2/persons', ['person', 'owner_id', 'belongs_to_team', team])).toEqual([person])

  await api.addTeamUser({ id: team, AddTeamUserRequest: { users: [bob.userId] } })
  expect(await found('deals', '/api/v2/deals', ['deal', 'owner_id', 'belongs_to_team', team])).toEqual([ofAnn, ofBob])
  await api.deleteTeamUser({ id: team, DeleteTeamUserRequest: { users: [bob.userId] } })
  expect(await found('deals', '/api/v2/deals', ['deal', 'owner_id', 'belongs_to_team', team])).toEqual([ofAnn])
})

test('belongs_to_team looks at custom fields of users too', async () => {
  const { key } = await addField(owner, 'deal', 'user')
  const deal = await aDeal(owner, { custom_fields: { [key]: ann.userId } })
  await aDeal(owner, { custom_fields: { [key]: bob.userId } })

  expect(await found('deals', '/api/v2/deals', ['deal', key, 'belongs_to_team', team])).toEqual([deal])
})

test('nothing is found by a deleted team, by one of another company, or by one there is not', async () => {
  const stranger = await crm.company()
  const theirs = await new LegacyTeamsApi(stranger.v1).addTeam({
    AddTeamRequest1: { name: 'Theirs', manager_id: stranger.userId, users: [stranger.userId] },
  })
  const gone = (await api.addTeam({ AddTeamRequest1: { name: 'Gone', manager_id: ann.userId, users: [ann.userId] } }))
    .data?.id
  await aDeal(ann)
  expect(await found('deals', '/api/v2/deals', ['deal', 'owner_id', 'belongs_to_team', gone])).not.toEqual([])
  await api.updateTeam({ id: gone ?? 0, UpdateTeamRequest: { deleted_flag: 1 } })

  for (const id of [gone, theirs.data?.id, 999_999])
    expect(await found('deals', '/api/v2/deals', ['deal', 'owner_id', 'belongs_to_team', id])).toEqual([])
})

test('400 for a team that is no id, and for the operator on other fields', async () => {
  expect((await filter('deals', ['deal', 'owner_id', 'belongs_to_team', 'north'])).status).toBe(400)
  expect((await filter('deals', ['deal', 'owner_id', 'belongs_to_team'])).status).toBe(400)
  expect((await filter('deals', ['deal', 'title', 'belongs_to_team', team])).status).toBe(400)
})

test('the operator is among those of user fields', async () => {
  const { body } = await owner.call('GET', '/v1/filters/helpers')

  expect(body.data.operators.user).toHaveProperty('belongs_to_team')
  expect(body.data.operators.org).not.toHaveProperty('belongs_to_team')
})
