import { describe, expect, test } from 'vitest'
import { aDeal, aLine, aPerson, aProduct } from '../../testing/builders.ts'
import { type Life, livesOfEachKind } from '../../testing/livesOfEachKind.ts'
import { aReceiver, aWebhook, type Received } from '../../testing/receiver.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { WATCHED } from './kinds.ts'

const crm = await startTestCrm({ privateTargets: true })
const [newer, older] = [await aReceiver(), await aReceiver()]
const admin = crm.owner
await aWebhook(admin, newer, { version: '2.0' })
await aWebhook(admin, older, { version: '1.0' })
await crm.courier.deliverDue()

/** By the names that webhooks have for them. */
const { activity, ...others } = await livesOfEachKind(crm, admin)
const lives: Record<string, Life> = {
  ...others,
  // In v2 attendees are shown to those alone who ask for them; an event has them.
  activity: {
    ...activity,
    read: { v2: id => `/v2/activities/${id}?include_fields=attendees`, v1: id => `/v1/activities/${id}` },
  },
}
const LIVES = WATCHED.map(({ logged, webhook }) => [webhook.object, lives[logged]] as const)

/** Events about records of a kind, by both webhooks, once everything was delivered. */
async function told(object: string): Promise<{ v1: Received['body'][]; v2: Received['body'][] }> {
  await crm.courier.deliverDue()
  return {
    v1: older
      .taken()
      .map(({ body }) => body)
      .filter(body => body.meta.object === object),
    v2: newer
      .taken()
      .map(({ body }) => body)
      .filter(body => body.meta.entity === object),
  }
}

const read = async (path: string) => (await admin.call('GET', path)).body.data

describe('each kind is told of when it is added, changed and deleted', () => {
  test.each(LIVES)('%s', async (object, life) => {
    if (!life) throw new Error(`there is no sample of ${object}`)
    const { add, change, remove, read: reads = {}, changed = '' } = life
    await told(object)

    const id = await add()
    const added = await told(object)
    expect(added.v2).toHaveLength(1)
    expect(added.v2[0]).toMatchObject({ meta: { action: 'create', entity_id: String(id) }, previous: null })
    expect(added.v1).toHaveLength(1)
    expect(added.v1[0]).toMatchObject({ event: `added.${object}`, meta: { id }, previous: null })
    const shown = { v1: reads.v1 && (await read(reads.v1(id))), v2: reads.v2 && (await read(reads.v2(id))) }
    if (shown.v2) expect(comparable(added.v2[0].data)).toEqual(comparable(shown.v2))
    if (shown.v1) expect(comparable([added.v1[0].current].flat()[0])).toEqual(comparable(shown.v1))

    if (!change) return
    expect((await admin.call(...change(id))).status).toBeLessThan(300)
    const updated = await told(object)
    expect(updated.v2).toHaveLength(1)
    expect(updated.v2[0]).toMatchObject({ meta: { action: 'change', entity_id: String(id) } })
    expect(Object.keys(updated.v2[0].previous)).toContain(changed)
    expect(updated.v2[0].previous[changed]).toEqual(added.v2[0].data[changed])
    expect(updated.v2[0].data[changed]).not.toEqual(added.v2[0].data[changed])
    expect(updated.v1[0]).toMatchObject({ event: `updated.${object}` })
    const [before] = [updated.v1[0].previous].flat()
    expect(Object.keys(before)).toEqual(Object.keys([updated.v1[0].current].flat()[0]))

    if (!remove) return
    expect((await admin.call(...remove(id))).status).toBeLessThan(300)
    const removed = await told(object)
    expect(removed.v2).toHaveLength(1)
    expect(removed.v2[0]).toMatchObject({ meta: { action: 'delete', entity_id: String(id) }, data: null })
    expect(removed.v2[0].previous[changed]).toEqual(updated.v2[0].data[changed])
    expect(removed.v1[0]).toMatchObject({ event: `deleted.${object}`, current: null })
    expect(removed.v1[0].previous).toMatchObject({ [changed]: [updated.v1[0].current].flat()[0][changed] })
  })
})

/** What an event and an answer of the API share: both know it, and both write it alike. */
function comparable(record: Record<string, unknown>): Record<string, unknown> {
  const { visible_to, custom_fields: _, user: __, is_you: ___, ...rest } = record
  // Notes and leads have no v2; the event of a newer webhook writes times as v2 does.
  return { ...rest, ...(visible_to !== undefined && { visible_to: String(visible_to) }) }
}

test('an event of version 2.0 has all of meta, with ids as texts', async () => {
  await told('deal')
  const { id, add_time } = await aDeal(admin, { title: 'Whole', value: 12.5 })

  const [event] = (await told('deal')).v2

  expect(event.meta).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-/),
    action: 'create',
    entity: 'deal',
    entity_id: String(id),
    company_id: String(admin.companyId),
    correlation_id: expect.any(String),
    is_bulk_edit: false,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    type: 'general',
    user_id: String(admin.userId),
    version: '2.0',
    webhook_id: expect.stringMatching(/^\d+$/),
    webhook_owner_id: String(admin.userId),
    change_source: 'api',
    attempt: 1,
    host: 'portico.test',
    permitted_user_ids: [String(admin.userId)],
  })
  expect(event.data).toMatchObject({ id, title: 'Whole', value: 12.5, visible_to: '7', add_time })
  expect(Object.keys(event)).toEqual(['meta', 'data', 'previous'])
})

test('an event of version 1.0 has its meta, with ids as numbers', async () => {
  await told('person')
  const { id } = await aPerson(admin, { name: 'Old' })

  const [event] = (await told('person')).v1

  expect(event).toMatchObject({ v: 1, retry: 0, event: 'added.person', matches_filters: { current: [], previous: [] } })
  expect(event.meta).toEqual({
    v: 1,
    action: 'added',
    object: 'person',
    change_source: 'api',
    id,
    company_id: admin.companyId,
    user_id: admin.userId,
    host: 'portico.test',
    timestamp: expect.any(Number),
    timestamp_micro: expect.any(Number),
    permitted_user_ids: [admin.userId],
    trans_pending: false,
    is_bulk_update: false,
    pipedrive_service_name: false,
    matches_filters: { current: [], previous: [] },
    webhook_id: expect.any(String),
  })
  expect(event.current).toMatchObject({ id, name: 'Old', owner_id: admin.userId, org_id: null })
})

test('custom fields have their types, each of them is there, and previous has those alone that changed', async () => {
  const [text, people, set] = await Promise.all([field(admin, 'varchar'), field(admin, 'people'), field(admin, 'set')])
  const { id: person } = await aPerson(admin)
  const { id } = await aDeal(admin, { custom_fields: { [text.field_code]: 'one' } })
  await told('deal')

  const options = [set.options[0].id]
  await admin.call('PATCH', `/v2/deals/${id}`, {
    custom_fields: { [people.field_code]: person, [set.field_code]: options },
  })

  const { v1, v2 } = await told('deal')
  expect(v2[0].data.custom_fields).toMatchObject({
    [text.field_code]: { value: 'one', type: 'varchar' },
    [people.field_code]: { id: person, type: 'people' },
    [set.field_code]: { values: [{ id: options[0] }], type: 'set' },
  })
  expect(v2[0].previous).toEqual({ custom_fields: { [people.field_code]: null, [set.field_code]: null } })
  expect(v1[0].current).toMatchObject({
    [text.field_code]: 'one',
    [people.field_code]: person,
    [set.field_code]: String(options[0]),
  })
})

async function field(user: TestUser, type: string) {
  const options = type === 'set' ? { options: [{ label: 'A' }, { label: 'B' }] } : {}
  return (await user.call('POST', '/v2/dealFields', { field_name: `Field ${type}`, field_type: type, ...options })).body
    .data
}

test('a record is told of as it was at each change, however late that is', async () => {
  const { id } = await aProduct(admin, { name: 'A', prices: [{ price: 1, currency: 'EUR' }] })
  await admin.call('PATCH', `/v2/products/${id}`, { name: 'B' })
  await admin.call('PATCH', `/v2/products/${id}`, { prices: [{ price: 3, currency: 'EUR' }] })
  await admin.call('DELETE', `/v2/products/${id}`)

  const { v1, v2 } = await told('product')

  const mine = v2.filter(event => event.meta.entity_id === String(id))
  expect(mine.map(({ meta, data }) => [meta.action, data?.name, data?.prices[0].price])).toEqual([
    ['create', 'A', 1],
    ['change', 'B', 1],
    ['change', 'B', 3],
    ['delete', undefined, undefined],
  ])
  expect(mine[2].previous).toEqual({ prices: [expect.objectContaining({ price: 1 })] })
  expect(mine[3].previous).toMatchObject({ name: 'B', prices: [{ price: 3 }], is_deleted: false })
  expect(v1.filter(event => event.meta.id === id).map(event => event.current?.prices[0].price)).toEqual([
    1,
    1,
    3,
    undefined,
  ])
})

test('one edit is one event, whatever it writes into the log', async () => {
  const { id: dealId } = await aDeal(admin, { title: 'Valued' })
  await told('deal')
  const { id: line } = await aLine(admin, dealId, { item_price: 7 })

  const { v2 } = await told('deal')

  expect(v2.map(event => [event.meta.action, event.data.value, event.previous.value])).toEqual([['change', 7, 0]])
  expect(line).toBeGreaterThan(0)
})

test('a merge is the end of one record and a change of the other', async () => {
  const [merged, survivor] = [await aPerson(admin, { name: 'A' }), await aPerson(admin, { name: 'B' })]
  await told('person')

  await admin.call('PUT', `/v1/persons/${merged.id}/merge`, { merge_with_id: survivor.id })

  const { v1, v2 } = await told('person')
  const byId = (id: number) => v2.find(event => event.meta.entity_id === String(id))
  expect(v2).toHaveLength(2)
  expect(byId(merged.id).meta).toMatchObject({ action: 'delete', merged_to_id: String(survivor.id) })
  expect(byId(survivor.id).meta).toMatchObject({ action: 'change', merged_from_id: String(merged.id) })
  expect(v1.map(event => event.event).sort()).toEqual(['merged.person', 'updated.person'])
})

test('what was removed for good is not told of any more', async () => {
  const { id } = await aPerson(admin, { name: 'Forgotten' })
  await crm.sql`update crm.change set before = null, after = null where entity = 'person' and entity_id = ${String(id)}`

  const { v1, v2 } = await told('person')

  expect([...v1.map(event => event.meta.id), ...v2.map(event => Number(event.meta.entity_id))]).not.toContain(id)
})
