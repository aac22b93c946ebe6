import { expect, test } from 'vitest'
import { aDeal, anActivity, anOrganization, aPerson, made } from '../../../testing/builders.ts'
import { conditions } from '../../../testing/filterConditions.ts'
import { userWithout } from '../../../testing/rightsOfUsers.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import type { Board, BoardCard } from './board.ts'

const crm = await startTestCrm()

/** A company with a pipeline of two stages, of which the second weighs deals by half. */
async function aPipeline() {
  const user = await crm.company()
  const pipeline = await made(user, '/v2/pipelines', { name: 'Sales', is_deal_probability_enabled: true })
  const first = await made(user, '/v2/stages', { name: 'First', pipeline_id: pipeline.id, deal_probability: 100 })
  const half = await made(user, '/v2/stages', { name: 'Half', pipeline_id: pipeline.id, deal_probability: 50 })
  const board = async (query = '', by: TestUser = user): Promise<Board> => {
    const { status, body } = await by.call('GET', `/app/api/board?pipeline_id=${pipeline.id}${query}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body.data
  }
  return { user, pipeline: pipeline.id, first: first.id, half: half.id, board }
}

test('columns in the order of the stages, with cards, counts, sums and weighted sums', async () => {
  const { user, first, half, board } = await aPipeline()
  const person = await aPerson(user, { name: 'Paula' })
  const org = await anOrganization(user, { name: 'Acme' })
  const { id } = await aDeal(user, { title: 'One', stage_id: half, value: 100, person_id: person.id, org_id: org.id })
  await aDeal(user, { title: 'Two', stage_id: half, value: 50, probability: 10 })
  await aDeal(user, { title: 'Lost', stage_id: half, status: 'lost', value: 7 })
  const call = await anActivity(user, { subject: 'Call', deal_id: id, due_date: '2036-01-02', due_time: '09:30' })

  const { columns, currency } = await board()

  expect(currency).toBe('USD')
  expect(columns.map(({ cards: _, ...column }) => column)).toEqual([
    { stage_id: first, count: 0, value: 0, weighted_value: 0, not_converted: 0 },
    { stage_id: half, count: 2, value: 150, weighted_value: 55, not_converted: 0 },
  ])
  expect(columns[1]?.cards[0]).toMatchObject({
    id,
    title: 'One',
    person_name: 'Paula',
    org_name: 'Acme',
    converted: 100,
    rotten_time: null,
    next_activity: { id: call.id, subject: 'Call', due_date: '2036-01-02', due_time: '09:30' },
  })
  const total = (await user.call('GET', `/v1/deals/summary?status=open&stage_id=${half}`)).body.data
  expect(total.total_weighted_currency_converted_value).toBe(55)
})

test('sorted as asked, by owner and stored filter, and in pages', async () => {
  const { user, first, board } = await aPipeline()
  const titles = async (query: string) => (await board(query)).columns[0]?.cards.map(card => card.title)
  const b = await aDeal(user, { title: 'B', stage_id: first, value: 1, expected_close_date: '2036-01-02' })
  await aDeal(user, { title: 'A', stage_id: first, value: 3 })
  const c = await aDeal(user, { title: 'C', stage_id: first, value: 2, expected_close_date: '2036-01-01' })
  await anActivity(user, { subject: 'Late', deal_id: c.id, due_date: '2036-01-01' })
  await anActivity(user, { subject: 'Soon', deal_id: b.id, due_date: '2026-01-01' })
  const filter = await user.call('POST', '/v1/filters', {
    name: 'Large',
    type: 'deals',
    conditions: conditions([['deal', 'value', '>', 1]]),
  })

  expect(await titles('')).toEqual(['B', 'C', 'A'])
  expect(await titles('&sort=value')).toEqual(['A', 'C', 'B'])
  expect(await titles('&sort=age')).toEqual(['B', 'A', 'C'])
  expect(await titles('&sort=close_date')).toEqual(['C', 'B', 'A'])
  expect(await titles('&sort=title&limit=2')).toEqual(['A', 'B'])
  expect(await titles(`&filter_id=${filter.body.data.id}&sort=title`)).toEqual(['A', 'C'])
  const colleague = await crm.colleague(user)
  expect(await titles(`&owner_id=${colleague.userId}`)).toEqual([])
  const more = await user.call('GET', `/app/api/board/cards?stage_id=${first}&sort=title&start=2&limit=2`)
  expect(more.body.data.map((card: BoardCard) => card.title)).toEqual(['C'])
  expect((await user.call('GET', '/app/api/board?pipeline_id=999999')).status).toBe(404)
  expect((await user.call('GET', `/app/api/board?pipeline_id=1&sort=secrets`)).body.error).toContain('sort')
})

test('nobody sees cards or sums of deals that are hidden from them, nor names of hidden contacts', async () => {
  const { user, first, board } = await aPipeline()
  const colleague = await crm.colleague(user)
  const person = await aPerson(user, { name: 'Secret', visible_to: 1 })
  const shown = await aDeal(user, { title: 'Shown', stage_id: first, value: 5, person_id: person.id })
  const hidden = await aDeal(user, { title: 'Hidden', stage_id: first, value: 100, visible_to: 1 })

  const [column] = (await board('', colleague)).columns

  expect([column?.count, column?.cards.map(card => [card.title, card.person_name])]).toEqual([1, [['Shown', null]]])
  expect(column?.value ?? 5).toBe(5)
  const cards = await colleague.call('GET', `/app/api/board/cards?ids=${shown.id},${hidden.id}`)
  expect(cards.body.data.map((card: BoardCard) => card.id)).toEqual([shown.id])
})

test('no sums for those who may not see them', async () => {
  const { user, first, board } = await aPipeline()
  await aDeal(user, { stage_id: first, value: 5 })
  const without = await userWithout(crm, ['can_see_deals_list_summary'], { of: user })

  const [column] = (await board('', without)).columns

  expect(column).toMatchObject({ count: 1, value: null, weighted_value: null })
})

test('a deal rots from its last sign of life, and not while its next step is planned', async () => {
  const { user, first, board } = await aPipeline()
  await user.call('PATCH', `/v2/stages/${first}`, { is_deal_rot_enabled: true, days_to_rotten: 3 })
  const { id } = await aDeal(user, { stage_id: first })
  await crm.sql`update crm.deal set add_time = '2026-01-01', stage_change_time = null where id = ${id}`
  const rots = async () => {
    const shown = (await board()).columns[0]?.cards[0]?.rotten_time
    const v1 = (await user.call('GET', `/v1/deals/${id}`)).body.data.rotten_time
    expect(Date.parse(`${v1}Z`)).toBe(Date.parse(shown ?? ''))
    return shown
  }

  expect(await rots()).toBe('2026-01-04T00:00:00Z')
  await user.call('POST', '/v1/notes', { content: 'Alive', deal_id: id })
  await crm.sql`update crm.note set add_time = '2026-02-01' where deal_id = ${id}`
  expect(await rots()).toBe('2026-02-04T00:00:00Z')
  const { id: activity } = await anActivity(user, { subject: 'Call', deal_id: id, due_date: '2036-01-01' })
  expect(await rots()).toBe('2036-01-02T00:00:00Z')
  await user.call('PATCH', `/v2/activities/${activity}`, { done: true })
  await crm.sql`update crm.activity set marked_as_done_time = '2026-03-01' where id = ${activity}`
  expect(await rots()).toBe('2026-03-04T00:00:00Z')
})
