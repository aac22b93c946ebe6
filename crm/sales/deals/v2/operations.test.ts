import { DealsApi as DealsApiV1 } from 'pipedrive/v1'
import { DealsApi } from 'pipedrive/v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDeal } from '../../../testing/builders.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let deals: DealsApi

beforeAll(async () => {
  deals = new DealsApi(crm.owner.v2)
})

describe('a deal', () => {
  test('is created with defaults and read back', async () => {
    const made = await deals.addDeal({ AddDealRequest: { title: 'Big one', value: 1200.5 } })

    const read = await deals.getDeal({ id: made.data?.id ?? 0 })

    expect(read.success).toBe(true)
    expect(read.data).toMatchObject({
      title: 'Big one',
      value: 1200.5,
      currency: 'USD',
      status: 'open',
      owner_id: crm.owner.userId,
      is_deleted: false,
      label_ids: [],
    })
    expect(read.data?.add_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test('that is won gets its times, and loses them when it is opened again', async () => {
    const made = await deals.addDeal({ AddDealRequest: { title: 'Up and down' } })
    const id = made.data?.id ?? 0

    const won = await deals.updateDeal({ id, UpdateDealRequest: { status: 'won' } })
    const open = await deals.updateDeal({ id, UpdateDealRequest: { status: 'open' } })

    expect(won.data?.won_time).toBe(won.data?.close_time)
    expect(won.data?.won_time).not.toBeNull()
    expect(open.data).toMatchObject({ won_time: null, close_time: null, status: 'open' })
  })

  test('that is deleted leaves the list but not its address', async () => {
    const made = await deals.addDeal({ AddDealRequest: { title: 'Gone' } })
    const id = made.data?.id ?? 0

    const deleted = await deals.deleteDeal({ id })

    expect(deleted.data).toEqual({ id })
    const list = await deals.getDeals({ ids: String(id) })
    expect(list.data).toEqual([])
    const read = await deals.getDeal({ id })
    expect(read.data).toMatchObject({ is_deleted: true, status: 'deleted' })
  })
})

describe('refusals', () => {
  test('400 naming the field when the title is missing, and nothing is stored', async () => {
    const before = await crm.sql`select count(*) from crm.deal`

    const refused = await crm.owner.call('POST', '/api/v2/deals', { value: 5 })

    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      success: false,
      error: 'title is required',
      field: 'title',
      errorCode: 400,
      code: 'ERR_SCHEMA_VALIDATION_FAILED',
    })
    expect(await crm.sql`select count(*) from crm.deal`).toEqual(before)
  })

  test('400 for an unknown field, a number as text, a stage that is not there, a person of another company', async () => {
    const other = await crm.company()
    const [person] =
      await crm.sql`insert into crm.person (company_id, name, owner_id, visible_to) values (${other.companyId}, 'X', ${other.userId}, 7) returning id`
    const refuse = async (body: object) => (await crm.owner.call('POST', '/v2/deals', { title: 'x', ...body })).body

    expect(await refuse({ colour: 'red' })).toMatchObject({ errorCode: 400, field: 'colour' })
    expect(await refuse({ value: '12' })).toMatchObject({ errorCode: 400, field: 'value' })
    expect(await refuse({ stage_id: 99999 })).toMatchObject({ errorCode: 400, field: 'stage_id' })
    expect(await refuse({ person_id: person?.id })).toMatchObject({ errorCode: 400, field: 'person_id' })
    expect(await refuse({ lost_reason: 'too dear' })).toMatchObject({ errorCode: 400, field: 'lost_reason' })
  })

  test('401 without a token, 403 without the scope, 404 for another company, 405 for a method that is not there', async () => {
    const made = await deals.addDeal({ AddDealRequest: { title: 'Mine' } })
    const reader = await crm.colleague(crm.owner, { scopes: ['deals:read'] })
    const stranger = await crm.company()

    const unknown = await fetch(`${crm.origin}/v2/deals`)
    expect(unknown.status).toBe(401)
    expect(unknown.headers.get('x-correlation-id')).toBe(unknown.headers.get('x-request-id'))
    expect(await unknown.json()).toMatchObject({ success: false, error: 'unauthorized access', errorCode: 401 })
    expect((await reader.call('POST', '/v2/deals', { title: 'x' })).body).toMatchObject({
      errorCode: 403,
      error: 'Scope and URL mismatch',
    })
    expect((await reader.call('GET', '/v2/deals')).status).toBe(200)
    expect((await stranger.call('GET', `/v2/deals/${made.data?.id}`)).status).toBe(404)
    expect((await crm.owner.call('PUT', `/v2/deals/${made.data?.id}`, {})).status).toBe(405)
  })

  test('412 when the record moved on since it was read', async () => {
    const made = await crm.owner.call('POST', '/v2/deals', { title: 'Versioned' })
    const id = made.body.data.id
    const etag = made.headers.get('etag') ?? ''

    const first = await crm.owner.call('PATCH', `/v2/deals/${id}`, { title: 'One' }, { 'if-match': etag })
    const second = await crm.owner.call('PATCH', `/v2/deals/${id}`, { title: 'Two' }, { 'if-match': etag })

    expect([first.status, second.status]).toEqual([200, 412])
    expect((await crm.owner.call('GET', `/v2/deals/${id}`)).body.data.title).toBe('One')
  })
})

describe('the list', () => {
  test('walks by cursor, each deal once, while others are inserted', async () => {
    const user = await crm.company()
    const walked = new DealsApi(user.v2)
    for (let number = 0; number < 25; number++) await walked.addDeal({ AddDealRequest: { title: `Deal ${number}` } })

    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await walked.getDeals({
        limit: 10,
        ...(cursor && { cursor }),
        sort_by: 'add_time',
        sort_direction: 'desc',
      })
      seen.push(...(page.data ?? []).map(deal => deal.id ?? 0))
      cursor = page.additional_data?.next_cursor ?? undefined
      await walked.addDeal({ AddDealRequest: { title: 'in between' } })
    } while (cursor)

    expect(seen).toHaveLength(25)
    expect(new Set(seen).size).toBe(25)
  })

  test('400 for a cursor we did not give out', async () => {
    for (const cursor of [
      'x',
      Buffer.from('[1,"drop table"]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      const refused = await crm.owner.call('GET', `/v2/deals?sort_by=update_time&cursor=${cursor}`)
      expect(refused.body).toMatchObject({ errorCode: 400, field: 'cursor' })
    }
  })
})

describe('an Idempotency-Key', () => {
  test('gives the first answer again, also to calls at the same time, and 409 for another body', async () => {
    const call = (title: string) => crm.owner.call('POST', '/v2/deals', { title }, { 'idempotency-key': 'k1' })

    const answers = await heldBack(crm, 'lock table crm.deal in share mode', () =>
      Array.from({ length: 3 }, () => call('once')),
    )
    const other = await call('twice')

    expect(new Set(answers.map(answer => answer.body.data.id)).size).toBe(1)
    expect(other.status).toBe(409)
    expect(await crm.sql`select count(*) from crm.deal where title = 'once'`).toEqual([{ count: 1 }])
  })

  test('409 for the same body sent to another record', async () => {
    const [one, other] = [await aDeal(crm.owner), await aDeal(crm.owner)]
    const follow = ({ id }: { id: number }) =>
      crm.owner.call('POST', `/v2/deals/${id}/followers`, { user_id: crm.owner.userId }, { 'idempotency-key': 'k2' })

    expect((await follow(one)).status).toBe(201)
    expect((await follow(other)).status).toBe(409)
  })
})

describe('followers of a deal', () => {
  test('are added, listed and removed by the id of the follower', async () => {
    const followers = new DealsApiV1(crm.owner.v1)
    const colleague = await crm.colleague(crm.owner)
    const id = (await deals.addDeal({ AddDealRequest: { title: 'Watched', visible_to: 1 } })).data?.id ?? 0
    expect((await colleague.call('GET', `/v2/deals/${id}`)).status).toBe(404)

    const added = await followers.addDealFollower({ id, AddDealFollowerRequest: { user_id: colleague.userId } })

    expect(added.data).toMatchObject({ user_id: colleague.userId, deal_id: id })
    expect((await colleague.call('GET', `/v2/deals/${id}`)).status).toBe(200)
    const list = await followers.getDealFollowers({ id })
    expect(list.data).toEqual([added.data])
    const removed = await followers.deleteDealFollower({ id, follower_id: added.data?.id ?? 0 })
    expect(removed.data).toEqual({ id: added.data?.id })
    expect((await followers.getDealFollowers({ id })).data).toEqual([])
  })
})

test('every write is in the change log with what it changed', async () => {
  const id = (await deals.addDeal({ AddDealRequest: { title: 'Logged', value: 1 } })).data?.id ?? 0
  await deals.updateDeal({ id, UpdateDealRequest: { value: 2 } })
  await deals.updateDeal({ id, UpdateDealRequest: { value: 2 } })
  await deals.deleteDeal({ id })

  const log =
    await crm.sql`select action, before, after->'value' as value from crm.change where entity = 'deal' and entity_id = ${String(id)} order by seq`

  expect(log).toMatchObject([
    { action: 'added', before: null, value: 1 },
    { action: 'updated', before: { value: 1 }, value: 2 },
    { action: 'deleted', before: { status: 'open', is_deleted: false }, value: 2 },
  ])
})

test('an update that changes nothing leaves version, update time and log as they are', async () => {
  const body = { title: 'The same', value: 12.5, label_ids: [], expected_close_date: '2027-01-31' }
  const { id } = (await crm.owner.call('POST', '/api/v2/deals', body)).body.data
  const before = await crm.owner.call('GET', `/api/v2/deals/${id}`)

  const same = await crm.owner.call('PATCH', `/api/v2/deals/${id}`, body)
  const empty = await crm.owner.call('PATCH', `/api/v2/deals/${id}`, {})
  const other = await crm.owner.call('PATCH', `/api/v2/deals/${id}`, { ...body, value: 13 })

  expect([same.body, empty.body]).toEqual([before.body, before.body])
  expect([same, empty, other].map(({ headers }) => headers.get('etag'))).toEqual(['"1"', '"1"', '"2"'])
  const log =
    await crm.sql`select action from crm.change where entity = 'deal' and entity_id = ${String(id)} order by seq`
  expect(log.map(({ action }) => action)).toEqual(['added', 'updated'])
})

test('400 naming the field for a blank title and a value no sum could hold; labels are kept once', async () => {
  const add = (body: object) => crm.owner.call('POST', '/api/v2/deals', body)
  const [label] = await crm.sql`
    select o.id from crm.field_option o join crm.field f on f.company_id = o.company_id and f.id = o.field_id
    where f.company_id = ${crm.owner.companyId} and f.entity = 'deal' and f.key = 'label_ids' limit 1`

  expect((await add({ title: '  ' })).body).toMatchObject({ errorCode: 400, field: 'title' })
  expect((await add({ title: 'Rich', value: 1e308 })).body).toMatchObject({ errorCode: 400, field: 'value' })
  expect((await add({ title: 'Twice', label_ids: [label?.id, label?.id] })).body.data.label_ids).toEqual([label?.id])
})

test('a deal of the old client says where it comes from, and keeps it', async () => {
  const body = { title: 'From afar', origin_id: 'form-7', channel: 52, channel_id: 'inbox-1' }
  const { id } = (await crm.owner.call('POST', '/v1/deals', body)).body.data

  await crm.owner.call('PUT', `/v1/deals/${id}`, { channel_id: 'inbox-2', origin_id: 'elsewhere' })

  const { data } = (await crm.owner.call('GET', `/api/v2/deals/${id}`)).body
  expect(data).toMatchObject({ origin_id: 'form-7', channel: 52, channel_id: 'inbox-2' })
})
