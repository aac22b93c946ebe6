import { DealsApi } from 'pipedrive-classic/v1'
import { beforeAll, expect, test } from 'vitest'
import { addField } from '../../../testing/addField.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let deals: DealsApi

beforeAll(async () => {
  deals = new DealsApi(crm.owner.classic)
})

test('a deal made by the old client is read by it with its relations written out', async () => {
  const [person] = await crm.sql`insert into crm.person (company_id, name, owner_id, visible_to, emails)
    values (${crm.owner.companyId}, 'Paula', ${crm.owner.userId}, 7, '[{"value":"p@example.com","label":"work","primary":true}]') returning id`

  const made = await deals.addDeal({
    AddDealRequest: { title: 'Old style', value: '99.5', currency: 'EUR', person_id: person?.id } as never,
  })

  const read = await deals.getDeal({ id: made.data?.id ?? 0 })
  expect(read.data).toMatchObject({
    title: 'Old style',
    value: 99.5,
    currency: 'EUR',
    formatted_value: '€99.50',
    active: true,
    visible_to: '7',
    person_id: { name: 'Paula', value: person?.id, email: [{ value: 'p@example.com', primary: true }] },
    user_id: { value: crm.owner.userId, name: 'Olga Owner' },
    participants_count: 1,
  })
  expect(read.related_objects).toMatchObject({ user: { [crm.owner.userId]: { name: 'Olga Owner' } } })
})

test('custom fields written flat in v1 are typed in v2, and parts alone change the value that is there', async () => {
  const money = await addField(crm.owner, 'deal', 'monetary')
  const set = await addField(crm.owner, 'deal', 'set', ['red', 'green'])
  const [red, green] = set.options.map(option => option.id)
  await expect
    .poll(async () => (await crm.owner.call('POST', '/v1/deals', { title: 'x', [set.key]: 'nonsense' })).status)
    .toBe(400)

  const made = await crm.owner.call('POST', '/v1/deals', {
    title: 'Fields',
    [money.key]: 10,
    [`${money.key}_currency`]: 'EUR',
    [set.key]: `${red},${green}`,
  })
  const id = made.body.data.id
  await crm.owner.call('PUT', `/v1/deals/${id}`, { [`${money.key}_currency`]: 'USD' })

  const v1 = (await crm.owner.call('GET', `/v1/deals/${id}`)).body.data
  expect([v1[money.key], v1[`${money.key}_currency`], v1[set.key]]).toEqual([10, 'USD', `${red},${green}`])
  const v2 = (await crm.owner.call('GET', `/v2/deals/${id}`)).body.data
  expect(v2.custom_fields).toEqual({ [money.key]: { value: 10, currency: 'USD' }, [set.key]: [red, green] })
})

test('lists page by offset, answer null when empty, and sort', async () => {
  const other = await crm.company()
  const call = (path: string) => other.call('GET', path)
  expect((await call('/v1/deals')).body).toMatchObject({ success: true, data: null })
  for (const title of ['b', 'c', 'a']) await other.call('POST', '/v1/deals', { title })

  const first = (await call('/v1/deals?limit=2&sort=title%20DESC')).body
  const second = (await call('/v1/deals?start=2&limit=2&sort=title%20DESC')).body

  expect(first.data.map((deal: { title: string }) => deal.title)).toEqual(['c', 'b'])
  expect(first.additional_data.pagination).toEqual({
    start: 0,
    limit: 2,
    more_items_in_collection: true,
    next_start: 2,
  })
  expect(second.data.map((deal: { title: string }) => deal.title)).toEqual(['a'])
  expect(second.additional_data.pagination).toEqual({ start: 2, limit: 2, more_items_in_collection: false })
  expect((await call('/v1/deals?sort=password')).body).toMatchObject({ errorCode: 400, field: 'sort' })
})

test('several deals are deleted together or not at all', async () => {
  const ids = []
  for (const title of ['one', 'two']) ids.push((await crm.owner.call('POST', '/v1/deals', { title })).body.data.id)

  const refused = await crm.owner.call('DELETE', `/v1/deals?ids=${ids.join(',')},999999`)
  expect(refused.status).toBe(404)
  expect((await crm.owner.call('GET', `/v1/deals/${ids[0]}`)).body.data.deleted).toBe(false)

  const deleted = await deals.deleteDeals({ ids: ids.join(',') })
  expect(deleted.data?.id).toEqual(ids)
  expect((await crm.owner.call('GET', `/v1/deals/${ids[0]}`)).body.data.deleted).toBe(true)
})

test('lists are sorted by any field that is stored with a deal, the company’s own too', async () => {
  const number = await addField(crm.owner, 'deal', 'double')
  const phone = await addField(crm.owner, 'deal', 'phone')
  const titles = async (sort: string) =>
    (await crm.owner.call('GET', `/v1/deals?user_id=${carl.userId}&sort=${encodeURIComponent(sort)}`)).body.data.map(
      (deal: { title: string }) => deal.title,
    )
  const carl = await crm.colleague(crm.owner)
  for (const [title, value] of [
    ['b', 10],
    ['a', 9],
    ['c', 100],
  ] as const)
    await carl.call('POST', '/v1/deals', { title, [number.key]: value, [phone.key]: `+${value}` })

  expect(await titles('title ASC')).toEqual(['a', 'b', 'c'])
  expect(await titles(`${number.key} DESC`)).toEqual(['c', 'b', 'a'])
  expect(await titles(`user_id, ${phone.key}`)).toEqual(['b', 'c', 'a'])
  expect((await crm.owner.call('GET', '/v1/deals?sort=zork')).body).toMatchObject({ errorCode: 400, field: 'sort' })
})

test('an empty value is nothing, one too large for sums is a 400, and an open deal has no closing time', async () => {
  const add = (body: object) => crm.owner.call('POST', '/v1/deals', { title: 'x', ...body })

  expect((await add({ value: '' })).body.data.value).toBe(0)
  expect((await add({ value: null })).body.data.value).toBe(0)
  for (const value of [1e308, '1e308', 'many']) expect((await add({ value })).body).toMatchObject({ field: 'value' })
  expect((await add({ close_time: '2026-01-01 00:00:00' })).body).toMatchObject({ errorCode: 400, field: 'close_time' })
})

test('an empty cursor is the first page', async () => {
  const first = await crm.owner.call('GET', '/v2/deals?cursor=&updated_since=')
  expect(first.status).toBe(200)
})

test('a deal tells how long deals of its pipeline took to be won and how far they came, and how old it is', async () => {
  const company = await crm.company()
  const [first, second] = (await company.call('GET', '/v1/stages')).body.data
  const won = async (stage_id: number, add_time: string) =>
    company.call('POST', '/v1/deals', {
      title: 'Won',
      stage_id,
      add_time,
      status: 'won',
      won_time: '2026-03-05 00:00:00',
    })
  expect((await won(first.id, '2026-03-03 00:00:00')).status).toBe(201)
  expect((await won(second.id, '2026-03-01 00:00:00')).status).toBe(201)
  const made = await company.call('POST', '/v1/deals', { title: 'Open', add_time: '2026-03-05 00:00:00' })

  const { data } = (await company.call('GET', `/v1/deals/${made.body.data.id}`)).body

  expect(data.average_time_to_won).toEqual({ y: 0, m: 0, d: 3, h: 0, i: 0, s: 0, total_seconds: 3 * 86_400 })
  expect(data.average_stage_progress).toBe((first.order_nr + second.order_nr) / 2)
  expect(data.age.total_seconds).toBeGreaterThan(86_400)
  expect(Object.keys(data.stay_in_pipeline_stages.times_in_stages)).toEqual([String(first.id)])
})

test('related objects are the same whether relations are written out or are plain ids', async () => {
  const company = await crm.company()
  const colleague = await crm.colleague(company)
  const org = await company.call('POST', '/v2/organizations', { name: 'Acme', address: { value: 'Main Street 1' } })
  const person = await company.call('POST', '/v2/persons', { name: 'Paula', org_id: org.body.data.id })
  const relations = { org_id: org.body.data.id, person_id: person.body.data.id, user_id: colleague.userId }
  const made = await company.call('POST', '/v1/deals', { title: 'Related', ...relations })
  const read = async (query: string) => (await company.call('GET', `/v1/deals/${made.body.data.id}${query}`)).body

  const asIds = (await read('?strict_mode=true')).related_objects

  expect(Object.keys(asIds)).toEqual(['user', 'person', 'organization'])
  expect(Object.keys(asIds.user)).toHaveLength(2)
  expect((await read('')).related_objects).toEqual(asIds)
  expect(made.body.related_objects).toEqual(asIds)
})
