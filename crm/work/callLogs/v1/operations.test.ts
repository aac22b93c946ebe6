import { randomBytes } from 'node:crypto'
import { CallLogsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aDeal, aLead, anOrganization, aPerson, made } from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const calls = new CallLogsApi(owner.v1)
const colleague = await crm.colleague(owner)
const { keysInStore, allJobsDone } = fileCalls(crm)

const CALL = {
  outcome: 'connected',
  to_phone_number: '+372 555 1234',
  start_time: '2026-03-01 08:00:00',
  end_time: '2026-03-01 08:01:30',
} as const

async function aCall(user: TestUser = owner, values: object = {}) {
  const call = await made(user, '/v1/callLogs', { ...CALL, ...values })
  return { ...call, id: String(call.id) }
}

function record(id: string, bytes: string | Uint8Array, user = owner) {
  const form = new FormData()
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'call.mp3')
  const headers = { 'x-api-token': user.token }
  return fetch(`${crm.origin}/v1/callLogs/${id}/recordings`, { method: 'POST', headers, body: form })
}

const play = (id: string, user = owner) =>
  fetch(`${crm.origin}/v1/callLogs/${id}/recordings`, { headers: { 'x-api-token': user.token } })

describe('with the official client', () => {
  test('a call is logged, read, listed and deleted', async () => {
    const deal = await aDeal(owner)
    const person = await aPerson(owner)
    const org = await anOrganization(owner)
    const records = { deal_id: deal.id, person_id: person.id, org_id: org.id }

    const added = await calls.addCallLog({
      AddCallLogRequest: { ...CALL, ...records, subject: 'Offer', note: '<b>Yes</b><script>1</script>' },
    })

    const { id = '', ...call } = added.data ?? {}
    expect(call).toEqual({
      ...records,
      activity_id: null,
      subject: 'Offer',
      duration: '90',
      outcome: 'connected',
      from_phone_number: null,
      to_phone_number: '+372 555 1234',
      start_time: '2026-03-01T08:00:00.000Z',
      end_time: '2026-03-01T08:01:30.000Z',
      lead_id: null,
      note: '<b>Yes</b>',
      has_recording: false,
      user_id: owner.userId,
      company_id: owner.companyId,
    })
    expect((await calls.getCallLog({ id })).data).toEqual(added.data)
    expect((await calls.getUserCallLogs({ limit: 50 })).data).toEqual([added.data])
    const flow = await owner.call('GET', `/v1/deals/${deal.id}/flow?items=call`)
    expect(flow.body.data).toMatchObject([{ object: 'call', timestamp: '2026-03-01 08:00:00', data: { id } }])
    expect(await crm.sql`select outcome, duration from crm.call_log where id = ${id}`).toEqual([
      { outcome: 'connected', duration: 90 },
    ])

    expect((await calls.deleteCallLog({ id })).success).toBe(true)
    await expect(calls.getCallLog({ id })).rejects.toMatchObject({ errorCode: 404 })
    expect((await calls.getUserCallLogs()).data).toEqual([])
    expect((await owner.call('DELETE', `/v1/callLogs/${id}`)).status).toBe(410)
  })

  test('the pages of 50 calls go on to the last one, the latest first', async () => {
    const user = await crm.company()
    for (let n = 1; n <= 3; n++) await aCall(user, { start_time: `2026-02-0${n} 08:00:00` })

    const first = await new CallLogsApi(user.v1).getUserCallLogs({ limit: 2 })
    expect(first.data?.map(({ start_time }) => start_time)).toEqual([
      '2026-02-03T08:00:00.000Z',
      '2026-02-02T08:00:00.000Z',
    ])
    expect(first.additional_data?.pagination).toMatchObject({ more_items_in_collection: true })
    const next = await user.call('GET', '/v1/callLogs?start=2&limit=100')
    expect(next.body).toMatchObject({ data: [{}], additional_data: { pagination: { limit: 50 } } })
  })
})

describe('a planned call', () => {
  test('becomes a call log of its records, and is done', async () => {
    const deal = await aDeal(owner)
    const activity = await made(owner, '/v2/activities', { subject: 'Ring', type: 'call', deal_id: deal.id })
    const ignored = await aDeal(owner)

    const call = await aCall(owner, { activity_id: activity.id, deal_id: ignored.id })

    expect(call).toMatchObject({ activity_id: activity.id, deal_id: deal.id, subject: 'Ring' })
    expect((await owner.call('GET', `/v2/activities/${activity.id}`)).body.data.done).toBe(true)
    const again = await owner.call('POST', '/v1/callLogs', { ...CALL, activity_id: activity.id })
    expect([again.status, again.body.field]).toEqual([400, 'activity_id'])
  })

  test('of two logs of it at once one is kept', async () => {
    const activity = await made(owner, '/v2/activities', { subject: 'Ring', type: 'call' })

    const both = await heldBack(
      crm,
      `select from crm.activity where company_id = ${owner.companyId} and id = ${activity.id} for update`,
      () => [1, 2].map(() => owner.call('POST', '/v1/callLogs', { ...CALL, activity_id: activity.id })),
    )

    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})

describe('a recording', () => {
  test('comes back as it was sent, once, and goes with its call', async () => {
    const { id } = await aCall()
    const bytes = Buffer.concat([Buffer.from('ID3'), randomBytes(200_000)])

    const added = await record(id, bytes)

    expect([added.status, await added.json()]).toEqual([200, { success: true, data: null }])
    expect((await calls.getCallLog({ id })).data?.has_recording).toBe(true)
    const played = await play(id)
    expect(played.headers.get('content-type')).toBe('audio/mpeg')
    expect(played.headers.get('content-disposition')).toContain('attachment')
    expect(Buffer.from(await played.arrayBuffer()).equals(bytes)).toBe(true)

    const kept = await keysInStore()
    expect((await record(id, 'ID3 another')).status).toBe(409)
    await allJobsDone()
    expect(await keysInStore()).toEqual(kept)

    await owner.call('DELETE', `/v1/callLogs/${id}`)
    expect((await play(id)).status).toBe(410)
    expect((await record(id, 'ID3 another')).status).toBe(410)
  })

  test('of two at once one is kept', async () => {
    const { id } = await aCall()
    // What the tests before have left to be removed.
    await allJobsDone()
    const before = await keysInStore()

    const both = await heldBack(
      crm,
      `select from crm.call_log where company_id = ${owner.companyId} and id = '${id}' for update`,
      () => [record(id, 'ID3 one'), record(id, 'ID3 two')],
    )

    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await allJobsDone()
    expect((await keysInStore()).length).toBe(before.length + 1)
  })

  test('400 for what is certainly none, 404 where there is none', async () => {
    const { id } = await aCall()

    const picture = await record(id, Buffer.from('89504e470d0a1a0a0000', 'hex'))

    expect([picture.status, await picture.json()]).toMatchObject([400, { field: 'file' }])
    expect((await play(id)).status).toBe(404)
  })
})

describe('who may see and delete a call', () => {
  test('its user and those who see its records, and of these only its user and admins delete it', async () => {
    const open = await aDeal(owner, { visible_to: 7 })
    const hidden = await aDeal(owner, { visible_to: 1 })
    const seen = await aCall(owner, { deal_id: open.id })
    const unseen = await aCall(owner, { deal_id: hidden.id })
    const alone = await aCall(owner)
    const own = await aCall(colleague)
    const status = async (method: string, user: TestUser, { id }: { id: string }) =>
      (await user.call(method, `/v1/callLogs/${id}`)).status

    expect(await Promise.all([seen, unseen, alone, own].map(call => status('GET', colleague, call)))).toEqual([
      200, 404, 404, 200,
    ])
    expect((await colleague.call('GET', '/v1/callLogs')).body.data).toMatchObject([{ id: own.id }])
    expect((await play(unseen.id, colleague)).status).toBe(404)
    expect((await record(unseen.id, 'ID3', colleague)).status).toBe(404)
    expect(await status('DELETE', colleague, seen)).toBe(403)
    expect(await status('DELETE', colleague, unseen)).toBe(404)
    expect(await status('DELETE', owner, own)).toBe(200)
  })
})

describe('records', () => {
  test('a call follows its lead into a deal, and its person into another', async () => {
    const lead = await aLead(owner)
    const [person, survivor] = [await aPerson(owner), await aPerson(owner)]
    const call = await aCall(owner, { lead_id: lead.id, person_id: person.id })

    await owner.call('PUT', `/v1/persons/${person.id}/merge`, { merge_with_id: survivor.id })
    const { body } = await owner.call('POST', `/v2/leads/${lead.id}/convert/deal`, {})
    const state = () => owner.call('GET', `/v2/leads/${lead.id}/convert/status/${body.data.conversion_id}`)
    await expect.poll(async () => (await state()).body.data.status).toBe('completed')

    const followed = (await owner.call('GET', `/v1/callLogs/${call.id}`)).body.data
    expect(followed).toMatchObject({ lead_id: null, person_id: survivor.id })
    expect(followed.deal_id).toBe((await state()).body.data.deal_id)
  })

  test.each([
    ['outcome', { outcome: 'fine' }],
    ['to_phone_number', { to_phone_number: ' ' }],
    ['start_time', { start_time: 'yesterday' }],
    ['end_time', { end_time: '2026-03-01 07:00:00' }],
    ['duration', { duration: '1:30' }],
    ['user_id', { user_id: 999_999 }],
    ['deal_id', { deal_id: 999_999 }],
    ['lead_id', { lead_id: '123e4567-e89b-12d3-a456-426614174000' }],
    ['activity_id', { activity_id: 999_999 }],
  ])('400 names %s', async (field, wrong) => {
    const reply = await owner.call('POST', '/v1/callLogs', { ...CALL, ...wrong })
    expect([reply.status, reply.body.field]).toEqual([400, field])
  })

  test('400 for a call about a deal and a lead, and for an activity that is no call', async () => {
    const [deal, lead] = [await aDeal(owner), await aLead(owner)]
    const meeting = await made(owner, '/v2/activities', { subject: 'Meet', type: 'meeting' })

    const both = await owner.call('POST', '/v1/callLogs', { ...CALL, deal_id: deal.id, lead_id: lead.id })
    const other = await owner.call('POST', '/v1/callLogs', { ...CALL, activity_id: meeting.id })

    expect([both.status, both.body.field, other.status, other.body.field]).toEqual([400, 'lead_id', 400, 'activity_id'])
  })
})
