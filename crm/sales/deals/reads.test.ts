import { DealsApi } from 'pipedrive/v2'
import { DealsApi as ClassicDealsApi } from 'pipedrive-classic/v1'
import { describe, expect, test } from 'vitest'
import { addColourField } from '../../testing/addField.ts'
import { aDeal, anActivity, aPerson, made } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const v2 = new DealsApi(crm.owner.v2)
const classic = new ClassicDealsApi(crm.owner.classic)
const { colourField, red } = await addColourField(crm.owner)

const read = async (id: number, query = '') => (await crm.owner.call('GET', `/v2/deals/${id}${query}`)).body.data

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
