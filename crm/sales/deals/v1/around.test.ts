import fc from 'fast-check'
import { DealsApi as DealsApiV1 } from 'pipedrive/v1'
import { DealsApi } from 'pipedrive/v2'
import { DealsApi as ClassicDealsApi } from 'pipedrive-classic/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDeal, anActivity, anOrganization, aPerson, aProduct, made } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let v1: DealsApiV1
let v2: DealsApi
let classic: ClassicDealsApi
let colourField: string
let red: number

beforeAll(async () => {
  v1 = new DealsApiV1(crm.owner.v1)
  v2 = new DealsApi(crm.owner.v2)
  classic = new ClassicDealsApi(crm.owner.classic)
  const { body } = await crm.owner.call('POST', '/v2/dealFields', {
    field_name: 'Favourite colour',
    field_type: 'enum',
    options: [{ label: 'red' }, { label: 'green' }],
  })
  colourField = body.data.field_code
  red = body.data.options[0].id
})

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

describe('what v2 readers ask for', () => {
  test('facts beside the fields, by get and list', async () => {
    const { id } = await aDeal(crm.owner, { person_id: (await aPerson(crm.owner, { name: 'Fay' })).id })
    const { id: done } = await anActivity(crm.owner, {
      subject: 'Done',
      deal_id: id,
      done: true,
      due_date: '2026-01-01',
    })
    const { id: next } = await anActivity(crm.owner, { subject: 'Next', deal_id: id, due_date: '2036-01-01' })
    const include_fields = [
      'next_activity_id',
      'last_activity_id',
      'activities_count',
      'undone_activities_count',
      'followers_count',
      'participants_count',
      'first_won_time',
      'smart_bcc_email',
      'source_lead_id',
    ].join(',')

    const one = await v2.getDeal({ id, include_fields } as never)
    const list = await v2.getDeals({ ids: String(id), include_fields } as never)

    expect(one.data).toMatchObject({
      next_activity_id: next,
      last_activity_id: done,
      activities_count: 2,
      undone_activities_count: 1,
      followers_count: 0,
      participants_count: 1,
      first_won_time: null,
      smart_bcc_email: expect.stringContaining(`+deal${id}@`),
    })
    expect(list.data).toEqual([one.data])
    expect((await crm.owner.call('GET', `/v2/deals/${id}?include_fields=secrets`)).status).toBe(400)
  })

  test('custom fields by key and by name, with labels of options and of the deal', async () => {
    const labels = (await crm.owner.call('GET', '/v2/dealFields/label_ids')).body.data.options
    const label = labels?.[0] ?? (await newLabel())
    const { id } = await aDeal(crm.owner, { custom_fields: { [colourField]: red }, label_ids: [label.id] })

    const byName = await read(id, '?custom_fields=by_name')
    const withLabels = await read(id, `?custom_fields=${colourField}&include_option_labels=true&include_labels=true`)

    expect(byName.custom_fields).toEqual({ favourite_colour: red, [colourField]: red })
    expect(withLabels.custom_fields).toEqual({ [colourField]: { id: red, label: 'red' } })
    expect(withLabels.labels).toMatchObject([{ id: label.id, label: label.label }])
    const list = await crm.owner.call('GET', `/v2/deals?ids=${id}&custom_fields=favourite_colour,by_name`)
    expect(list.body.data[0].custom_fields).toEqual({ favourite_colour: red, [colourField]: red })
    const { id: written } = await aDeal(crm.owner, { custom_fields: { favourite_colour: red } })
    expect((await read(written)).custom_fields).toEqual({ [colourField]: red })
    expect((await crm.owner.call('GET', '/v2/deals?custom_fields=nothing')).body).toMatchObject({
      errorCode: 400,
      field: 'custom_fields',
    })
  })

  async function newLabel() {
    const added = await crm.owner.call('POST', '/v2/dealFields/label_ids/options', [{ label: 'Hot' }])
    return added.body.data[0]
  }
})

describe('what v1 readers ask for', () => {
  test('a selector cuts lists and single deals down to the wanted fields, also percent-encoded', async () => {
    const { id } = await aDeal(crm.owner, { title: 'Selected', value: 3 })
    const call = async (path: string) => (await crm.owner.call('GET', path)).body.data

    expect(await call(`/v1/deals/${id}:(id,title)`)).toEqual({ id, title: 'Selected' })
    expect(await call(`/v1/deals/${id}:%28value%2Ctitle%29`)).toEqual({ value: 3, title: 'Selected' })
    const list = await call('/api/v1/deals:(id, title)?limit=500')
    expect(list).toContainEqual({ id, title: 'Selected' })
    expect(new Set(list.flatMap(Object.keys))).toEqual(new Set(['id', 'title']))
  })

  test('activities of a deal, done or not', async () => {
    const { id } = await aDeal(crm.owner)
    const { id: done } = await anActivity(crm.owner, { subject: 'Done', deal_id: id, done: true })
    const { id: open } = await anActivity(crm.owner, { subject: 'Open', deal_id: id })

    const all = await classic.getDealActivities({ id })
    const undone = await classic.getDealActivities({ id, done: 0 })

    expect(all.data?.map(activity => activity.id)).toEqual([done, open])
    expect(undone.data?.map(activity => activity.id)).toEqual([open])
  })

  test('one deal with its age, its way through the stages, and its activities', async () => {
    const stages = (await crm.owner.call('GET', '/v2/stages?sort_by=order_nr')).body.data
    const { id } = await aDeal(crm.owner, { stage_id: stages[0].id })
    await v2.updateDeal({ id, UpdateDealRequest: { stage_id: stages[1].id } })
    await crm.sql`update crm.deal set add_time = now() - interval '40 days 2 hours' where id = ${id}`
    await anActivity(crm.owner, { subject: 'Next', deal_id: id })

    const { data, additional_data } = (await classic.getDeal({ id })) as unknown as {
      data: Record<string, unknown>
      additional_data: object
    }

    expect(data).toMatchObject({
      age: { y: 0, m: 1, d: 10, h: 2 },
      next_activity: { subject: 'Next', deal_id: id },
      last_activity: null,
      stay_in_pipeline_stages: {
        order_of_stages: stages.map((stage: { id: number }) => stage.id),
        times_in_stages: { [stages[0].id]: expect.any(Number), [stages[1].id]: expect.any(Number) },
      },
    })
    expect(additional_data).toEqual({ dropbox_email: `company-1+deal${id}@portico.test` })
  })

  test('the collection walks by cursor through all deals, 403 for those who are no admins', async () => {
    const user = await crm.company()
    const api = new ClassicDealsApi(user.classic)
    const ids = []
    for (const title of ['a', 'b', 'c']) ids.push((await user.call('POST', '/v2/deals', { title })).body.data.id)
    await user.call('PATCH', `/v2/deals/${ids[1]}`, { status: 'won' })

    const first = await api.getDealsCollection({ limit: 2 })
    const second = await api.getDealsCollection({ limit: 2, cursor: first.additional_data?.next_cursor ?? '' })

    expect([...(first.data ?? []), ...(second.data ?? [])].map(deal => deal.id)).toEqual(ids)
    expect(second.additional_data?.next_cursor).toBeNull()
    expect((await api.getDealsCollection({ status: 'won' })).data?.map(deal => deal.id)).toEqual([ids[1]])
    expect((await api.getDealsCollection({ until: '2020-01-01 00:00:00' })).data).toEqual([])
    const colleague = await crm.colleague(user)
    expect((await colleague.call('GET', '/v1/deals/collection')).status).toBe(403)
  })

  test('rotting and weighted value follow the stage, the deal’s own probability comes first', async () => {
    const { id: pipeline_id } = await made(crm.owner, '/v2/pipelines', {
      name: 'Weighted',
      is_deal_probability_enabled: true,
    })
    const { id: stage_id } = await made(crm.owner, '/v2/stages', {
      name: 'Half',
      pipeline_id,
      deal_probability: 50,
      is_deal_rot_enabled: true,
      days_to_rotten: 3,
    })
    const [byStage, own] = [
      (await aDeal(crm.owner, { stage_id, value: 80 })).id,
      (await aDeal(crm.owner, { stage_id, value: 80, probability: 25 })).id,
    ]

    const shown = (await classic.getDeal({ id: byStage })).data as unknown as Record<string, string>
    expect(shown).toMatchObject({ weighted_value: 40, formatted_weighted_value: '$40' })
    const days = (Date.parse(`${shown.rotten_time}Z`) - Date.parse(`${shown.add_time}Z`)) / 86_400_000
    expect(days).toBe(3)
    expect((await classic.getDeal({ id: own })).data).toMatchObject({ weighted_value: 20 })
    const won = await classic.updateDeal({ id: own, UpdateDealRequest: { status: 'won' } })
    expect(won.data).toMatchObject({ rotten_time: null })
  })
})

describe('writing', () => {
  test('a deleted deal refuses changes with 410 and comes back as it was', async () => {
    const { id } = await aDeal(crm.owner)
    await v2.updateDeal({ id, UpdateDealRequest: { status: 'won' } })
    const wonTime = (await read(id)).won_time
    await v2.deleteDeal({ id })

    expect((await crm.owner.call('PATCH', `/v2/deals/${id}`, { title: 'x' })).status).toBe(410)
    const back = await v2.updateDeal({ id, UpdateDealRequest: { is_deleted: false } as never })
    expect(back.data).toMatchObject({ is_deleted: false, status: 'won', won_time: wonTime })
    await crm.owner.call('PUT', `/v1/deals/${id}`, { status: 'deleted' })
    expect(await read(id)).toMatchObject({ is_deleted: true })
    await crm.owner.call('PUT', `/v1/deals/${id}`, { status: 'open' })
    expect(await read(id)).toMatchObject({ is_deleted: false, status: 'open' })
  })

  test('one write changes and deletes, and what it changed comes back', async () => {
    const { id } = await aDeal(crm.owner)

    const gone = await crm.owner.call('PATCH', `/v2/deals/${id}`, {
      title: 'Last words',
      status: 'won',
      is_deleted: true,
    })
    const born = await crm.owner.call('POST', '/v2/deals', { title: 'Stillborn', is_deleted: true })

    expect(gone.body.data).toMatchObject({ title: 'Last words', is_deleted: true, status: 'deleted' })
    expect(born.body.data).toMatchObject({ is_deleted: true, status: 'deleted' })
    await crm.owner.call('PATCH', `/v2/deals/${id}`, { is_deleted: false })
    expect(await read(id)).toMatchObject({ title: 'Last words', status: 'won', is_deleted: false })
  })

  test('412 on an old version for changes and deletions of both versions', async () => {
    const { id } = await aDeal(crm.owner)
    const etag = (await crm.owner.call('GET', `/v1/deals/${id}`)).headers.get('etag') ?? ''
    const call = async (method: string, path: string, body?: object) =>
      (await crm.owner.call(method, `${path}/deals/${id}`, body, { 'if-match': etag })).status

    expect(await call('PUT', '/v1', { title: 'One' })).toBe(200)
    expect(await call('PUT', '/v1', { title: 'Two' })).toBe(412)
    expect(await call('DELETE', '/v1')).toBe(412)
    expect(await call('DELETE', '/v2')).toBe(412)
    expect(await read(id)).toMatchObject({ title: 'One', is_deleted: false })
  })

  test('400 for a value of v1 that is no number', async () => {
    const refused = await crm.owner.call('POST', '/v1/deals', { title: 'x', value: 'much' })

    expect(refused.body).toMatchObject({ errorCode: 400, field: 'value' })
  })
})

describe('merge', () => {
  test('400 into itself or a deal of another company, 404 for one that is not there', async () => {
    const { id } = await aDeal(crm.owner)
    const stranger = await crm.company()
    const theirs = (await stranger.call('POST', '/v2/deals', { title: 'Theirs' })).body.data.id
    const merge = async (from: number, merge_with_id: number) =>
      (await crm.owner.call('PUT', `/v1/deals/${from}/merge`, { merge_with_id })).body

    expect(await merge(id, id)).toMatchObject({ errorCode: 400, field: 'merge_with_id' })
    expect(await merge(id, theirs)).toMatchObject({ errorCode: 400, field: 'merge_with_id' })
    expect(await merge(theirs, id)).toMatchObject({ errorCode: 404 })
  })

  test('412 on an older version than the caller thinks', async () => {
    const [from, into] = [(await aDeal(crm.owner)).id, (await aDeal(crm.owner)).id]
    const stale = { 'if-match': '"99"' }
    const refused = await crm.owner.call('PUT', `/v1/deals/${from}/merge`, { merge_with_id: into }, stale)

    expect(refused.body).toMatchObject({ errorCode: 412, field: 'if-match' })
    expect(await read(from)).toMatchObject({ is_deleted: false })
  })

  test('tells the logs who takes part, who follows and which discounts came along, as a copy does', async () => {
    const [ann, ben] = [(await aPerson(crm.owner, { name: 'Ann' })).id, (await aPerson(crm.owner, { name: 'Ben' })).id]
    const colleague = await crm.colleague(crm.owner)
    const { id: from } = await aDeal(crm.owner, { person_id: ann })
    const { id: into } = await aDeal(crm.owner, { person_id: ben })
    const { id: cara } = await aPerson(crm.owner, { name: 'Cara' })
    await v1.addDealParticipant({ id: from, AddDealParticipantRequest: { person_id: cara } })
    await crm.owner.call('POST', `/v2/deals/${from}/followers`, { user_id: colleague.userId })
    await crm.owner.call('POST', `/v2/deals/${from}/discounts`, { description: 'Early', amount: 5, type: 'percentage' })

    const copy = (await crm.owner.call('POST', `/v1/deals/${from}/duplicate`)).body.data.id
    await crm.owner.call('PUT', `/v1/deals/${from}/merge`, { merge_with_id: into })

    const joined = (id: number) =>
      crm.owner
        .call('GET', `/v1/deals/${id}/participantsChangelog`)
        .then(({ body }) => body.data.map((change: { person_id: number }) => change.person_id).sort())
    expect(await joined(copy)).toEqual([cara])
    expect(await joined(into)).toEqual([ann, cara].sort())
    const followers = await crm.owner.call('GET', `/v2/deals/${into}/followers/changelog`)
    expect(followers.body.data).toMatchObject([{ action: 'added', follower_user_id: colleague.userId }])
    const discounts = await crm.sql`
      select action, facts from crm.change where entity = 'deal_discount' and facts ->> 'deal_id' = any(${[copy, into].map(String)})
      order by seq`
    expect(discounts).toMatchObject([
      { action: 'added', facts: { deal_id: copy, description: 'Early', amount: 5 } },
      { action: 'updated', facts: { deal_id: into, description: 'Early', amount: 5 } },
    ])
  })

  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const someDeal = fc.record({
    value: fc.nat({ max: 1000 }),
    person: maybe(fc.constantFrom('a', 'b')),
    org: maybe(fc.constantFrom('a', 'b')),
    expected_close_date: maybe(fc.constantFrom('2030-01-01', '2031-12-31')),
    probability: maybe(fc.integer({ min: 0, max: 100 })),
    colour: fc.boolean(),
    participants: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
    activities: fc.nat({ max: 2 }),
    products: fc.nat({ max: 1 }),
    follows: fc.boolean(),
  })

  test('loses nothing: the survivor keeps its values, takes what it lacks, and has what belonged to both', async () => {
    const colleague = await crm.colleague(crm.owner)
    const persons = {
      a: (await aPerson(crm.owner, { name: 'A' })).id,
      b: (await aPerson(crm.owner, { name: 'B' })).id,
      c: (await aPerson(crm.owner, { name: 'C' })).id,
    }
    const orgs = {
      a: (await anOrganization(crm.owner, { name: 'A' })).id,
      b: (await anOrganization(crm.owner, { name: 'B' })).id,
    }
    const { id: product } = await aProduct(crm.owner, { name: 'P', prices: [{ currency: 'USD', price: 10 }] })

    await fc.assert(
      fc.asyncProperty(someDeal, someDeal, async (one, other) => {
        const [merged, survivor] = [await build(one, crm.owner.userId), await build(other, colleague.userId)]

        const answer = await v1.mergeDeals({ id: merged.id, MergeDealsRequest: { merge_with_id: survivor.id } })

        expect(answer.data).toMatchObject({ id: survivor.id, merge_what_id: merged.id })
        const now = await read(survivor.id)
        const { person = one.person, org = one.org } = other
        expect(now).toMatchObject({
          person_id: person ? persons[person] : null,
          org_id: org ? orgs[org] : null,
          expected_close_date: other.expected_close_date ?? one.expected_close_date ?? null,
          probability: other.probability ?? one.probability ?? null,
        })
        expect(now.custom_fields[colourField]).toBe(one.colour || other.colour ? red : null)
        const related = await relationsOf(survivor.id)
        for (const kind of ['activities', 'products', 'followers', 'persons'] as const)
          expect(related[kind]).toEqual(union(merged[kind], survivor[kind]))
        expect(await relationsOf(merged.id)).toMatchObject({ activities: [], products: [], followers: [] })
        expect(await read(merged.id)).toMatchObject({ is_deleted: true, status: 'deleted' })
      }),
      { numRuns: 8 },
    )

    async function build(wanted: typeof someDeal extends fc.Arbitrary<infer T> ? T : never, followerId: number) {
      const { person, org, colour, participants, activities, products, follows, ...fields } = wanted
      const { id } = await aDeal(crm.owner, {
        ...fields,
        ...(person && { person_id: persons[person] }),
        ...(org && { org_id: orgs[org] }),
        ...(colour && { custom_fields: { [colourField]: red } }),
      })
      for (const name of participants)
        await v1.addDealParticipant({ id, AddDealParticipantRequest: { person_id: persons[name] } })
      for (let n = 0; n < activities; n++) await anActivity(crm.owner, { subject: 'Call', deal_id: id })
      for (let n = 0; n < products; n++)
        await made(crm.owner, `/v2/deals/${id}/products`, { product_id: product, item_price: 10, quantity: 1 })
      if (follows) await crm.owner.call('POST', `/v2/deals/${id}/followers`, { user_id: followerId })
      return { id, ...(await relationsOf(id)) }
    }
  }, 90_000)

  async function relationsOf(id: number) {
    const { sql } = crm
    const participants = await sql`select person_id as id from crm.participant where deal_id = ${id}`
    const main = await sql`select person_id as id from crm.deal where id = ${id} and person_id is not null`
    return {
      activities: idsOf(await sql`select id from crm.activity where deal_id = ${id}`),
      products: idsOf(await sql`select id from crm.deal_product where deal_id = ${id}`),
      followers: idsOf(await sql`select user_id as id from crm.follower where entity = 'deal' and entity_id = ${id}`),
      persons: union(idsOf(participants), idsOf(main)),
    }
  }

  function idsOf(rows: readonly { id?: unknown }[]): string[] {
    return rows.map(row => String(row.id)).sort()
  }

  function union(...lists: string[][]): string[] {
    return [...new Set(lists.flat())].sort()
  }
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
