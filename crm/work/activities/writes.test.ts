import { ActivitiesApi } from 'pipedrive/v2'
import { ActivitiesApi as ClassicActivitiesApi } from 'pipedrive-classic/v1'
import { describe, expect, test } from 'vitest'
import { aDeal, anActivity, aPerson } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const activities = new ActivitiesApi(crm.owner.v2)
const classic = new ClassicActivitiesApi(crm.owner.classic)

describe('an activity', () => {
  test('with everything on it is read back as it was written', async () => {
    const [paula, peter, deal] = [
      (await aPerson(crm.owner)).id,
      (await aPerson(crm.owner)).id,
      (await aDeal(crm.owner)).id,
    ]
    const made = await activities.addActivity({
      AddActivityRequest: {
        subject: 'Kick-off',
        type: 'meeting',
        deal_id: deal,
        due_date: '2026-03-01',
        due_time: '14:30',
        duration: '01:15:00',
        participants: [{ person_id: peter }, { person_id: paula, primary: true }],
        attendees: [{ email: 'guest@example.com', name: 'Guest', person_id: peter, user_id: crm.owner.userId }],
        location: { value: 'Main Street 1, Springfield', locality: 'Springfield' },
        public_description: 'bring cake',
        note: '<b>loud</b>',
        priority: 2,
      },
    })

    const read = await activities.getActivity({ id: made.data?.id ?? 0, include_fields: 'attendees' })

    expect(read.data).toEqual(made.data)
    expect(read.data).toMatchObject({
      subject: 'Kick-off',
      owner_id: crm.owner.userId,
      deal_id: deal,
      person_id: paula,
      due_date: '2026-03-01',
      due_time: '14:30:00',
      duration: '01:15:00',
      busy: true,
      done: false,
      marked_as_done_time: null,
      location: { value: 'Main Street 1, Springfield', locality: 'Springfield', country: null },
      participants: [
        { person_id: paula, primary: true },
        { person_id: peter, primary: false },
      ],
      attendees: [{ email: 'guest@example.com', status: 'noreply', is_organizer: false, user_id: crm.owner.userId }],
      priority: 2,
    })
    expect((await activities.getActivity({ id: read.data?.id ?? 0 })).data).not.toHaveProperty('attendees')
  })

  test('without anything is a call of today, for the whole day', async () => {
    const made = await anActivity(crm.owner)

    expect(made).toMatchObject({ subject: 'Call', type: 'call', due_time: null, duration: null, busy: false })
    expect(made.due_date).toBe(made.add_time.slice(0, 10))
  })

  test('remembers when it was marked as done, until it is opened again', async () => {
    const { id } = await anActivity(crm.owner, { subject: 'Do it' })

    const done = await activities.updateActivity({ id, AddActivityRequest: { done: true } })
    const again = await activities.updateActivity({ id, AddActivityRequest: { done: true, subject: 'Did it' } })
    const open = await activities.updateActivity({ id, AddActivityRequest: { done: false } })

    expect(done.data?.marked_as_done_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(again.data?.marked_as_done_time).toBe(done.data?.marked_as_done_time)
    expect(open.data).toMatchObject({ done: false, marked_as_done_time: null, subject: 'Did it' })
  })

  test('changes its primary person and keeps the others who take part', async () => {
    const [paula, peter, petra] = [
      (await aPerson(crm.owner)).id,
      (await aPerson(crm.owner)).id,
      (await aPerson(crm.owner)).id,
    ]
    const { id } = await anActivity(crm.owner, { participants: [{ person_id: paula }, { person_id: peter }] })

    const changed = await activities.updateActivity({ id, AddActivityRequest: { person_id: petra } })
    const alone = await activities.updateActivity({ id, AddActivityRequest: { person_id: null as never } })

    expect(changed.data).toMatchObject({
      person_id: petra,
      participants: [
        { person_id: petra, primary: true },
        { person_id: peter, primary: false },
      ],
    })
    expect(alone.data).toMatchObject({ person_id: null, participants: [{ person_id: peter, primary: false }] })
    const [logged] = await crm.sql`select before from crm.change
      where entity = 'activity' and entity_id = ${String(id)} and action = 'updated' order by seq limit 1`
    expect(logged?.before).toEqual({
      person_id: paula,
      participants: [
        { person_id: paula, primary: true },
        { person_id: peter, primary: false },
      ],
    })
  })

  test('keeps one primary person when those who take part are merged', async () => {
    const [paula, peter] = [(await aPerson(crm.owner)).id, (await aPerson(crm.owner)).id]
    const { id } = await anActivity(crm.owner, {
      participants: [{ person_id: paula, primary: true }, { person_id: peter }],
    })

    await crm.owner.call('PUT', `/v1/persons/${paula}/merge`, { merge_with_id: peter })

    const merged = (await activities.getActivity({ id })).data
    expect(merged).toMatchObject({ person_id: peter, participants: [{ person_id: peter, primary: true }] })
  })

  test('that is deleted leaves the lists, stays at its address and takes no more changes', async () => {
    const { id } = await anActivity(crm.owner, { subject: 'Gone' })

    expect((await activities.deleteActivity({ id })).data).toEqual({ id })

    expect((await activities.getActivities({ ids: String(id) })).data).toEqual([])
    expect((await activities.getActivity({ id })).data).toMatchObject({ is_deleted: true })
    expect((await crm.owner.call('PATCH', `/v2/activities/${id}`, { subject: 'x' })).status).toBe(410)
  })
})

describe('refusals', () => {
  test('400 naming the field for links that are not there, odd times and unknown types', async () => {
    const stranger = await crm.company()
    const { id: theirs } = await aPerson(stranger)
    const refuse = async (body: object) => (await crm.owner.call('POST', '/v2/activities', body)).body
    const nobody = '00000000-0000-4000-8000-000000000000'

    for (const [field, body] of Object.entries({
      person_id: { person_id: theirs },
      participants: { participants: [{ person_id: theirs }] },
      attendees: { attendees: [{ email: 'a@example.com', person_id: theirs }] },
      owner_id: { owner_id: stranger.userId },
      deal_id: { deal_id: 999_999 },
      lead_id: { lead_id: nobody },
      project_id: { project_id: 1 },
      type: { type: 'knitting' },
      due_time: { due_time: '25:00' },
      duration: { duration: 'long' },
      due_date: { due_date: '2026-02-30' },
      colour: { colour: 'red' },
    }))
      expect(await refuse(body)).toMatchObject({ errorCode: 400, field })
  })

  test('400 for two primary persons', async () => {
    const [paula, peter] = [(await aPerson(crm.owner)).id, (await aPerson(crm.owner)).id]
    const participants = [paula, peter].map(person_id => ({ person_id, primary: true }))

    const refused = await crm.owner.call('POST', '/v2/activities', { participants })

    expect(refused.body).toMatchObject({ errorCode: 400, field: 'participants' })
  })

  test('412 when the activity moved on since it was read', async () => {
    const made = await crm.owner.call('POST', '/v2/activities', {})
    const match = { 'if-match': made.headers.get('etag') ?? '' }
    const address = `/v2/activities/${made.body.data.id}`

    expect((await crm.owner.call('PATCH', address, { subject: 'one' }, match)).status).toBe(200)
    expect((await crm.owner.call('PATCH', address, { subject: 'two' }, match)).status).toBe(412)
  })
})

describe('the older calls', () => {
  test('201 for an activity in the old form, changed by the old client and read by the new one', async () => {
    const [person, deal] = [(await aPerson(crm.owner)).id, (await aDeal(crm.owner)).id]
    const made = await crm.owner.call('POST', '/v1/activities', {
      subject: 'Old call',
      due_date: '2026-05-05',
      due_time: '09:00',
      duration: '00:30',
      deal_id: deal,
      participants: [{ person_id: person, primary_flag: true }],
      attendees: [{ email_address: 'guest@example.com' }],
      location: 'Main Street 1',
      done: 0,
    })
    expect(made.status).toBe(201)
    const id = made.body.data.id
    const same = await classic.addActivity({ AddActivityRequest: { subject: 'By the client', done: 1 } })
    expect(same.data).toMatchObject({ subject: 'By the client', done: true })

    await classic.updateActivity({ id, UpdateActivityRequest: { done: 1, location: '' } })

    const old = await classic.getActivity({ id })
    expect(old.data).toMatchObject({
      subject: 'Old call',
      due_time: '09:00',
      duration: '00:30',
      done: true,
      location: null,
      busy_flag: true,
      active_flag: true,
      person_name: 'Paula',
      deal_title: 'Deal',
      owner_name: 'Olga Owner',
      update_user_id: crm.owner.userId,
      participants: [{ person_id: person, primary_flag: true }],
      attendees: [{ email_address: 'guest@example.com', is_organizer: 0 }],
    })
    expect(old.related_objects).toMatchObject({ deal: { [deal]: { title: 'Deal' } }, person: { [person]: {} } })
    const now = await activities.getActivity({ id, include_fields: 'attendees' })
    expect(now.data).toMatchObject({
      done: true,
      location: null,
      person_id: person,
      attendees: [{ email: 'guest@example.com' }],
    })
  })

  test('list your own activities, those of everyone for 0, by type, day and done', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const api = new ClassicActivitiesApi(user.classic)
    expect((await api.getActivities()).data).toBeNull()
    const call = await anActivity(user, { type: 'call', due_date: '2026-01-01', done: true })
    const lunch = await anActivity(user, { type: 'lunch', due_date: '2026-02-01' })
    const theirs = await anActivity(user, { type: 'task', owner_id: colleague.userId, due_date: '2026-03-01' })
    const ids = async (query: Parameters<typeof api.getActivities>[0]) =>
      (await api.getActivities(query)).data?.map(activity => activity.id)

    expect(await ids({})).toEqual([call.id, lunch.id])
    expect(await ids({ user_id: 0 })).toEqual([call.id, lunch.id, theirs.id])
    expect(await ids({ user_id: 0, type: 'lunch,task' })).toEqual([lunch.id, theirs.id])
    expect(await ids({ user_id: 0, start_date: '2026-02-01', end_date: '2026-03-01' })).toEqual([lunch.id, theirs.id])
    expect(await ids({ done: 1 })).toEqual([call.id])
    const page = await api.getActivities({ user_id: 0, start: 1, limit: 1 })
    expect(page.data?.map(activity => activity.id)).toEqual([lunch.id])
    expect(page.additional_data?.pagination).toMatchObject({ more_items_in_collection: true, next_start: 2 })
  })

  test('walk through the collection, 403 for those who are no admins', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    for (const type of ['call', 'task', 'task']) await anActivity(user, { type })
    const gone = await anActivity(user, { type: 'lunch' })
    await user.call('DELETE', `/v2/activities/${gone.id}`)
    const api = new ClassicActivitiesApi(user.classic)

    const first = await api.getActivitiesCollection({ type: 'task', limit: 1 })
    const cursor = first.additional_data?.next_cursor ?? ''
    const second = await api.getActivitiesCollection({ type: 'task', limit: 1, cursor })

    expect(first.data?.[0]?.id).toBeLessThan(second.data?.[0]?.id ?? 0)
    expect(second.additional_data?.next_cursor).toBeNull()
    expect((await api.getActivitiesCollection({ type: 'lunch' })).data).toMatchObject([{ active_flag: false }])
    expect((await api.getActivitiesCollection({ since: '2030-01-01 00:00:00' })).data).toEqual([])
    expect((await colleague.call('GET', '/v1/activities/collection')).status).toBe(403)
  })

  test('delete one, and several or none', async () => {
    const [one, two, three] = [await anActivity(crm.owner), await anActivity(crm.owner), await anActivity(crm.owner)]

    expect((await classic.deleteActivity({ id: one.id })).data).toEqual({ id: one.id })
    const refused = await crm.owner.call('DELETE', `/v1/activities?ids=${two.id},999999`)
    expect(refused.status).toBe(404)
    expect((await classic.getActivity({ id: two.id })).data?.active_flag).toBe(true)
    expect((await classic.deleteActivities({ ids: `${two.id},${three.id}` })).data).toEqual({ id: [two.id, three.id] })
    expect((await classic.getActivity({ id: two.id })).data?.active_flag).toBe(false)
  })
})
