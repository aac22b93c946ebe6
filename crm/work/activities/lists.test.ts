import { ActivityTypesApi } from 'pipedrive/v1'
import { ActivitiesApi } from 'pipedrive/v2'
import {
  ActivitiesApi as ClassicActivitiesApi,
  PersonsApi as ClassicPersonsApi,
  ActivityTypesApi as ClassicTypesApi,
} from 'pipedrive-classic/v1'
import { describe, expect, test } from 'vitest'
import { aDeal, anActivity, aPerson } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()

describe('the list', () => {
  test('knows every filter and sorts by due date through pages', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const { id: deal } = await aDeal(user)
    const { id: person } = await aPerson(user)
    const lead = (
      await crm.sql`insert into crm.lead (company_id, title, owner_id, creator_id, person_id, visible_to)
      values (${user.companyId}, 'Lead', ${user.userId}, ${user.userId}, ${person}, 7) returning id`
    )[0]?.id
    const ofDeal = await anActivity(user, { deal_id: deal, due_date: '2026-01-03', done: true })
    const ofLead = await anActivity(user, { lead_id: lead, due_date: '2026-01-01' })
    const ofPerson = await anActivity(user, { person_id: person, due_date: '2026-01-02' })
    const ofColleague = await anActivity(user, { owner_id: colleague.userId, due_date: '2026-01-02' })
    const api = new ActivitiesApi(user.v2)
    const ids = async (query: Parameters<typeof api.getActivities>[0]) =>
      (await api.getActivities(query)).data?.map(activity => activity.id)

    expect(await ids({ deal_id: deal })).toEqual([ofDeal.id])
    expect(await ids({ lead_id: lead })).toEqual([ofLead.id])
    expect(await ids({ person_id: person })).toEqual([ofPerson.id])
    expect(await ids({ owner_id: colleague.userId })).toEqual([ofColleague.id])
    expect(await ids({ done: true })).toEqual([ofDeal.id])
    expect(await ids({ done: false })).toEqual([ofLead.id, ofPerson.id, ofColleague.id])
    expect(await ids({ updated_since: '2030-01-01T00:00:00Z' })).toEqual([])
    expect(await ids({ updated_until: '2030-01-01T00:00:00Z' })).toHaveLength(4)
    const first = await api.getActivities({ sort_by: 'due_date', sort_direction: 'desc', limit: 2 })
    const cursor = first.additional_data?.next_cursor ?? ''
    const second = await api.getActivities({ sort_by: 'due_date', sort_direction: 'desc', limit: 2, cursor })
    expect([...(first.data ?? []), ...(second.data ?? [])].map(activity => activity.id)).toEqual([
      ofDeal.id,
      ofColleague.id,
      ofPerson.id,
      ofLead.id,
    ])
  })

  test('follows a stored filter, which comes before the others, in both versions', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const wanted = await anActivity(user, { subject: 'Find me', owner_id: colleague.userId })
    await anActivity(user, { subject: 'Something else' })
    const [field] = await crm.sql`select id from crm.field
      where company_id = ${user.companyId} and entity = 'activity' and key = 'subject'`
    const condition = {
      object: 'activity',
      field_id: String(field?.id),
      operator: '=',
      value: 'Find me',
      extra_value: null,
    }
    const conditions = {
      glue: 'and',
      conditions: [
        { glue: 'and', conditions: [condition] },
        { glue: 'or', conditions: [] },
      ],
    }
    const filter = await user.call('POST', '/v1/filters', { name: 'Mine', type: 'activity', conditions })
    const filter_id = filter.body.data.id

    const now = await new ActivitiesApi(user.v2).getActivities({ filter_id, owner_id: user.userId })
    const old = await new ClassicActivitiesApi(user.classic).getActivities({ filter_id })

    expect(now.data?.map(activity => activity.id)).toEqual([wanted.id])
    expect(old.data?.map(activity => activity.id)).toEqual([wanted.id])
    expect((await user.call('GET', '/v2/activities?filter_id=999999')).status).toBeGreaterThanOrEqual(400)
  })

  test('shows what its caller may see: own, of groups below, and what is linked to visible records only', async () => {
    const boss = await crm.company()
    const [role] = await crm.sql`insert into crm.role (company_id, parent_id, name)
      select company_id, role_id, 'below' from crm.app_user where id = ${boss.userId} returning id`
    const worker = await crm.colleague(boss, { roleId: role?.id })
    const { id: secret } = await aPerson(boss, { visible_to: 1 })
    const { id: open } = await aDeal(boss)
    const hidden = await anActivity(boss, { subject: 'hidden', deal_id: open, person_id: secret })
    const shared = await anActivity(boss, { subject: 'shared', deal_id: open })
    const theirs = await anActivity(boss, { subject: 'theirs', owner_id: worker.userId, person_id: secret })
    const list = (await worker.call('GET', '/v2/activities')).body.data
    const older = (await worker.call('GET', '/v1/activities?user_id=0')).body.data

    expect(list.map((activity: { id: number }) => activity.id)).toEqual([shared.id, theirs.id])
    expect(older.map((activity: { id: number }) => activity.id)).toEqual([shared.id, theirs.id])
    expect((await worker.call('GET', `/v2/activities/${hidden.id}`)).status).toBe(404)
    expect((await worker.call('PATCH', `/v2/activities/${hidden.id}`, { done: true })).status).toBe(404)
    expect((await worker.call('DELETE', `/v1/activities/${hidden.id}`)).status).toBe(404)
    const seen = (await worker.call('GET', `/v1/activities/${theirs.id}`)).body.data
    expect([seen.person_id, seen.person_name]).toEqual([secret, null])
    expect((await worker.call('GET', `/v1/deals/${open}`)).body.data.next_activity_id).toBe(shared.id)
  })
})

test('a page far from the start of the older list shows the same as pages near it would', async () => {
  const boss = await crm.company()
  const [role] = await crm.sql`insert into crm.role (company_id, parent_id, name)
    select company_id, role_id, 'below' from crm.app_user where id = ${boss.userId} returning id`
  const worker = await crm.colleague(boss, { roleId: role?.id })
  const [secret, open] = [(await aPerson(boss, { visible_to: 1 })).id, (await aPerson(boss)).id]
  await crm.sql`
    insert into crm.activity (company_id, subject, type, owner_id, creator_id, person_id, due_date)
    select ${boss.companyId}, 'Many', 'call', ${boss.userId}, ${boss.userId},
      (array[null, ${secret}, ${open}]::bigint[])[1 + n % 3], '2026-01-01'
    from generate_series(1, 7600) n`
  const visible = await crm.sql`
    select id from crm.activity where company_id = ${boss.companyId} and person_id is distinct from ${secret} order by id`

  const page = await worker.call('GET', '/v1/activities?user_id=0&start=5050&limit=10')
  const last = await worker.call('GET', '/v1/activities?user_id=0&start=5060&limit=10')

  const ids = (reply: typeof page) => reply.body.data.map((activity: { id: number }) => activity.id)
  expect(ids(page)).toEqual(visible.slice(5050, 5060).map(({ id }) => id))
  expect(ids(last)).toEqual(visible.slice(5060).map(({ id }) => id))
  expect(page.body.additional_data.pagination).toMatchObject({ more_items_in_collection: true, next_start: 5060 })
  expect(last.body.additional_data.pagination).toMatchObject({ more_items_in_collection: false })
})

describe('next and last activity', () => {
  test('of a deal are the first to do and the last done', async () => {
    const { id: deal_id } = await aDeal(crm.owner)
    const last = await anActivity(crm.owner, { deal_id, due_date: '2026-01-02', done: true })
    await anActivity(crm.owner, { deal_id, due_date: '2026-01-01', done: true })
    await anActivity(crm.owner, { deal_id, due_date: '2026-02-01', due_time: '10:00' })
    const next = await anActivity(crm.owner, { deal_id, due_date: '2026-02-01', due_time: '09:00', subject: 'First' })

    const deal = (await crm.owner.call('GET', `/v1/deals/${deal_id}`)).body.data

    expect(deal).toMatchObject({
      next_activity_id: next.id,
      next_activity_subject: 'First',
      next_activity_time: '09:00:00',
      last_activity_id: last.id,
      activities_count: 4,
      done_activities_count: 2,
      undone_activities_count: 2,
    })
  })
})

describe('the activities of a person', () => {
  test('are listed by the old client with who has how many of them', async () => {
    const colleague = await crm.colleague(crm.owner)
    const { id: person_id } = await aPerson(crm.owner)
    const [call, task] = [
      await anActivity(crm.owner, { person_id, type: 'call', done: true }),
      await anActivity(crm.owner, { person_id, type: 'task' }),
    ]
    const theirs = await anActivity(crm.owner, { person_id, type: 'task', owner_id: colleague.userId })
    const another = await anActivity(crm.owner, { person_id, type: 'task' })
    const api = new ClassicPersonsApi(crm.owner.classic)

    const all = await api.getPersonActivities({ id: person_id })
    const some = await api.getPersonActivities({ id: person_id, done: 0, exclude: String(another.id), limit: 1 })

    expect(all.data.map(activity => activity.id)).toEqual([call.id, task.id, theirs.id, another.id])
    expect(all.additional_data).toMatchObject({
      activity_distribution: {
        [crm.owner.userId]: {
          name: 'Olga Owner',
          activities: { call: 1, task: 2 },
          activity_count: 3,
          share: 75,
        },
        [colleague.userId]: { activities: { task: 1 }, activity_count: 1, share: 25 },
      },
    })
    expect(some.data.map(activity => activity.id)).toEqual([task.id])
    expect(some.additional_data).toMatchObject({ more_items_in_collection: true })
  })
})

describe('activity types', () => {
  test('are there from the first day, and grow, change and go', async () => {
    const user = await crm.company()
    const types = new ActivityTypesApi(user.v1)
    const first = await types.getActivityTypes()
    expect(first.data.map(type => type.key_string)).toEqual(['call', 'meeting', 'task', 'deadline', 'email', 'lunch'])

    const made = await types.addActivityType({
      AddActivityTypeRequest: { name: 'Vidéo call', icon_key: 'camera', color: 'aabbcc' },
    })
    const twin = await types.addActivityType({ AddActivityTypeRequest: { name: 'Video Call', icon_key: 'camera' } })
    const id = made.data.id
    const changed = await types.updateActivityType({ id, UpdateActivityTypeRequest: { name: 'Screen', order_nr: 1 } })
    const activity = await anActivity(user, { type: 'video_call' })
    const gone = await types.deleteActivityType({ id })

    expect(made.data).toMatchObject({ key_string: 'video_call', is_custom_flag: true, order_nr: 7, color: 'aabbcc' })
    expect(twin.data.key_string).toBe('video_call_2')
    expect(changed.data).toMatchObject({ name: 'Screen', key_string: 'video_call', order_nr: 1, active_flag: true })
    expect(gone.data).toMatchObject({ id, active_flag: false })
    expect((await user.call('POST', '/v2/activities', { type: 'video_call' })).body).toMatchObject({ field: 'type' })
    expect((await user.call('PATCH', `/v2/activities/${activity.id}`, { type: 'video_call', done: true })).status).toBe(
      200,
    )
    const both = await new ClassicTypesApi(user.classic).deleteActivityTypes({
      ids: `${twin.data.id},${first.data[5]?.id}`,
    })
    expect(both.data.id?.toSorted()).toEqual([twin.data.id, first.data[5]?.id].toSorted())
    expect((await types.getActivityTypes()).data.filter(type => type.active_flag)).toHaveLength(5)
  })

  test('403 for those who are no admins, 404 for another company, 400 for an unknown icon', async () => {
    const colleague = await crm.colleague(crm.owner)
    const stranger = await crm.company()
    const [type] = (await crm.owner.call('GET', '/v1/activityTypes')).body.data

    expect((await colleague.call('GET', '/v1/activityTypes')).status).toBe(200)
    expect((await colleague.call('POST', '/v1/activityTypes', { name: 'x', icon_key: 'car' })).status).toBe(403)
    expect((await stranger.call('PUT', `/v1/activityTypes/${type.id}`, { name: 'x' })).status).toBe(404)
    expect((await stranger.call('DELETE', `/v1/activityTypes/${type.id}`)).status).toBe(404)
    expect((await crm.owner.call('POST', '/v1/activityTypes', { name: 'x', icon_key: 'cat' })).body).toMatchObject({
      errorCode: 400,
      field: 'icon_key',
    })
  })
})
