import { DealsApi as DealsApiV1 } from 'pipedrive/v1'
import { DealsApi } from 'pipedrive/v2'
import { DealsApi as ClassicDealsApi } from 'pipedrive-classic/v1'
import { describe, expect, test } from 'vitest'
import { addColourField } from '../../testing/addField.ts'
import { aDeal, anActivity, aPerson } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const v1 = new DealsApiV1(crm.owner.v1)
const v2 = new DealsApi(crm.owner.v2)
const classic = new ClassicDealsApi(crm.owner.classic)
const { colourField, red } = await addColourField(crm.owner)

const read = async (id: number, query = '') => (await crm.owner.call('GET', `/v2/deals/${id}${query}`)).body.data

describe('participants', () => {
  test('are added once, listed with the person written out, removed, and logged', async () => {
    const { id } = await aDeal(crm.owner, { person_id: (await aPerson(crm.owner, { name: 'Main' })).id })
    const { id: paula } = await aPerson(crm.owner, { name: 'Paula' })

    const added = await v1.addDealParticipant({ id, AddDealParticipantRequest: { person_id: paula } })
    await classic.addDealParticipant({ id, AddDealParticipantRequest: { person_id: paula } })

    const list = await v1.getDealParticipants({ id })
    expect(list.data).toMatchObject([
      {
        person_id: { value: paula, name: 'Paula', company_id: crm.owner.companyId },
        person: { id: paula, name: 'Paula' },
        related_item_data: { deal_id: id, title: 'Deal' },
        added_by_user_id: { value: crm.owner.userId },
      },
    ])
    expect((await classic.getDeal({ id })).data).toMatchObject({ participants_count: 2 })
    expect((await v1.getDealParticipants({ id, start: 1 })).data).toBeNull()
    const participantId = added.data?.id ?? 0
    expect((await v1.deleteDealParticipant({ id, deal_participant_id: participantId })).data).toEqual({
      id: participantId,
    })
    const { data } = await v1.getDealParticipantsChangelog({ id })
    expect(data).toMatchObject([
      { action: 'removed', person_id: paula, actor_user_id: crm.owner.userId },
      { action: 'added', person_id: paula },
    ])
    expect((await v1.getDealParticipantsChangelog({ id, limit: 1 })).data).toHaveLength(1)
  })

  test('400 for a person of another company, 404 for a participant of another deal', async () => {
    const [one, other] = [(await aDeal(crm.owner)).id, (await aDeal(crm.owner)).id]
    const stranger = await crm.company()
    const theirs = (await stranger.call('POST', '/v2/persons', { name: 'Theirs' })).body.data.id
    const added = await v1.addDealParticipant({
      id: other,
      AddDealParticipantRequest: { person_id: (await aPerson(crm.owner, { name: 'Part' })).id },
    })

    const post = await crm.owner.call('POST', `/v1/deals/${one}/participants`, { person_id: theirs })
    const remove = await crm.owner.call('DELETE', `/v1/deals/${one}/participants/${added.data?.id}`)

    expect(post.body).toMatchObject({ errorCode: 400, field: 'person_id' })
    expect(remove.status).toBe(404)
    expect((await stranger.call('GET', `/v1/deals/${one}/participants`)).status).toBe(404)
  })

  test('and the main person are the persons of a deal, without double counting', async () => {
    const [main, part] = [
      (await aPerson(crm.owner, { name: 'Mara' })).id,
      (await aPerson(crm.owner, { name: 'Peter' })).id,
    ]
    const { id } = await aDeal(crm.owner, { person_id: main })
    for (const person_id of [main, part]) await v1.addDealParticipant({ id, AddDealParticipantRequest: { person_id } })

    const persons = await classic.getDealPersons({ id })

    expect(persons.data?.map(person => person.id)).toEqual([main, part])
    expect(await read(id, '?include_fields=participants_count')).toMatchObject({ participants_count: 2 })
  })
})

test('a copy is open, has the contacts, fields and participants, and a history of its own', async () => {
  const { id: person_id } = await aPerson(crm.owner, { name: 'Carla' })
  const { id: part } = await aPerson(crm.owner, { name: 'Partner' })
  const { id } = await aDeal(crm.owner, {
    title: 'Original',
    value: 12.5,
    currency: 'EUR',
    person_id,
    custom_fields: { [colourField]: red },
  })
  await v1.addDealParticipant({ id, AddDealParticipantRequest: { person_id: part } })
  await v2.updateDeal({ id, UpdateDealRequest: { status: 'lost', lost_reason: 'too dear' } })

  const copy = await v1.duplicateDeal({ id })

  const copyId = copy.data?.id ?? 0
  expect(copyId).not.toBe(id)
  expect(copy.data).toMatchObject({ title: 'Original', status: 'open', person_id, lost_reason: null })
  expect(await read(copyId)).toMatchObject({ value: 12.5, currency: 'EUR', custom_fields: { [colourField]: red } })
  expect((await v1.getDealParticipants({ id: copyId })).data).toMatchObject([{ person_id: { value: part } }])
  expect((await v1.getDealChangelog({ id: copyId })).data).toEqual([])
  await v2.deleteDeal({ id })
  expect((await crm.owner.call('POST', `/v1/deals/${id}/duplicate`)).status).toBe(410)
})

describe('history', () => {
  test('the changelog shows what changed, newest first, by pages', async () => {
    const { id } = await aDeal(crm.owner, { value: 1 })
    await v2.updateDeal({ id, UpdateDealRequest: { value: 2 } })
    await v2.updateDeal({ id, UpdateDealRequest: { custom_fields: { [colourField]: red } } as never })

    const first = await v1.getDealChangelog({ id, limit: 1 })
    const cursor = first.additional_data?.next_cursor ?? ''
    const second = await v1.getDealChangelog({ id, cursor })

    expect(first.data).toMatchObject([{ field_key: colourField, old_value: null, new_value: String(red) }])
    expect(second.data).toMatchObject([
      { field_key: 'value', old_value: '1', new_value: '2', actor_user_id: crm.owner.userId, change_source: 'api' },
    ])
    expect((await crm.owner.call('GET', `/v1/deals/${id}/changelog?cursor=zzz`)).body).toMatchObject({
      errorCode: 400,
      field: 'cursor',
    })
  })

  test('the flow shows changes, activities, followers and participants, and only the wanted kinds', async () => {
    const { id } = await aDeal(crm.owner)
    const { id: person_id } = await aPerson(crm.owner, { name: 'Flora' })
    await v2.updateDeal({ id, UpdateDealRequest: { value: 7, custom_fields: { [colourField]: red } } as never })
    await anActivity(crm.owner, { subject: 'Call Flora', deal_id: id })
    await v2.addDealFollower({ id, AddDealFollowerRequest: { user_id: crm.owner.userId } })
    await v1.addDealParticipant({ id, AddDealParticipantRequest: { person_id } })
    const kinds = async (query: object = {}) =>
      ((await v1.getDealUpdates({ id, ...query })).data ?? []).map(entry => entry.object)

    expect(await kinds()).toEqual(['participant', 'dealFollower', 'plannedActivity', 'dealChange'])
    expect(await kinds({ all_changes: '1', items: 'dealChange' })).toEqual(['dealChange', 'dealChange'])
    expect(await kinds({ items: 'activity,plannedActivity,follower' })).toEqual(['dealFollower', 'plannedActivity'])
    expect(await kinds({ items: 'call' })).toEqual([])
    const { data, related_objects } = (await crm.owner.call('GET', `/v1/deals/${id}/flow?limit=1&start=3`)).body
    expect(data).toMatchObject([{ data: { field_key: 'value', old_value: '0', new_value: '7', item_id: id } }])
    expect(related_objects.user[crm.owner.userId]).toMatchObject({ name: 'Olga Owner' })
  })
})

describe('followers in v2', () => {
  test('are added, listed by page, removed by the id of the user, and logged', async () => {
    const { id } = await aDeal(crm.owner)
    const colleague = await crm.colleague(crm.owner)
    for (const { userId } of [crm.owner, colleague])
      await v2.addDealFollower({ id, AddDealFollowerRequest: { user_id: userId } })

    const first = await v2.getDealFollowers({ id, limit: 1 })
    const rest = await v2.getDealFollowers({ id, cursor: first.additional_data?.next_cursor ?? '' })
    await v2.deleteDealFollower({ id, follower_id: colleague.userId })

    expect([first, rest].flatMap(page => page.data ?? []).map(follower => follower.user_id)).toEqual([
      crm.owner.userId,
      colleague.userId,
    ])
    expect((await v2.getDealFollowersChangelog({ id, limit: 2 })).data).toMatchObject([
      { action: 'removed', follower_user_id: colleague.userId, actor_user_id: crm.owner.userId },
      { action: 'added', follower_user_id: colleague.userId },
    ])
    expect((await crm.owner.call('DELETE', `/v2/deals/${id}/followers/${colleague.userId}`)).status).toBe(404)
    expect((await crm.owner.call('POST', `/v2/deals/${id}/followers`, { user_id: 999_999 })).body).toMatchObject({
      errorCode: 400,
      field: 'user_id',
    })
  })
})

test('410 for participants and followers of a deleted deal', async () => {
  const { id } = await aDeal(crm.owner)
  const { id: person_id } = await aPerson(crm.owner, { name: 'Late' })
  await crm.owner.call('DELETE', `/v2/deals/${id}`)

  const calls = [
    ['/v1', 'participants', { person_id }],
    ['/v1', 'followers', { user_id: crm.owner.userId }],
    ['/v2', 'followers', { user_id: crm.owner.userId }],
  ] as const
  for (const [version, what, body] of calls)
    expect((await crm.owner.call('POST', `${version}/deals/${id}/${what}`, body)).status).toBe(410)
})
