import { expect, test } from 'vitest'
import { aDeal } from '../../../testing/builders.ts'
import { userWithout } from '../../../testing/rightsOfUsers.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import type { Forecast } from './forecast.ts'
import { forecastColumns, monthAfter } from './months.ts'

const crm = await startTestCrm()

async function withForecast() {
  const user = await crm.company()
  const [pipeline] = (await user.call('GET', '/v2/pipelines')).body.data
  const read = async (query = '', by: TestUser = user): Promise<Forecast> => {
    const path = `/app/api/forecast?pipeline_id=${pipeline.id}&from=2036-11&months=3${query}`
    const { status, body } = await by.call('GET', path)
    expect([status, body.error]).toEqual([200, undefined])
    return body.data
  }
  return { user, pipeline: pipeline.id as number, read }
}

test('open deals are in the month they are to close in, overdue and undated ones apart; sums, weighted sums and what was won', async () => {
  const { user, pipeline, read } = await withForecast()
  const closing = (title: string, expected_close_date: string | null, more: object = {}) =>
    aDeal(user, { title, value: 100, pipeline_id: pipeline, expected_close_date, ...more })
  await closing('Late', '2036-10-31')
  await closing('First', '2036-11-01')
  await closing('Last', '2036-11-30', { probability: 50 })
  await closing('New year', '2037-01-31')
  await closing('Far', '2037-02-01')
  await closing('Undated', null)
  await closing('Won', '2036-11-05', { status: 'won', won_time: '2036-12-31T23:30:00Z', value: 70 })
  await closing('Lost', '2036-11-05', { status: 'lost' })

  const { columns, currency } = await read()

  expect(currency).toBe('USD')
  const shown = columns.map(({ cards, ...column }) => [
    column.month,
    cards.map(card => card.title).join(),
    [column.count, column.value, column.weighted_value],
    [column.won_count, column.won_value],
  ])
  expect(shown).toEqual([
    ['earlier', 'Late', [1, 100, 100], [0, 0]],
    ['2036-11', 'First,Last', [2, 200, 150], [0, 0]],
    ['2036-12', '', [0, 0, 0], [1, 70]],
    ['2037-01', 'New year', [1, 100, 100], [0, 0]],
    ['none', 'Undated', [1, 100, 100], [0, 0]],
  ])
  const more = await user.call(
    'GET',
    `/app/api/forecast/cards?pipeline_id=${pipeline}&from=2036-11&month=2036-11&start=1`,
  )
  expect(more.body.data.map((card: { title: string }) => card.title)).toEqual(['Last'])
})

test('nobody sees deals or sums that are hidden from them; no sums for those who may not see any', async () => {
  const { user, pipeline, read } = await withForecast()
  await aDeal(user, { title: 'Shown', value: 5, pipeline_id: pipeline, expected_close_date: '2036-11-02' })
  await aDeal(user, {
    title: 'Hidden',
    value: 9,
    pipeline_id: pipeline,
    expected_close_date: '2036-11-02',
    visible_to: 1,
  })
  const without = await userWithout(crm, ['can_see_deals_list_summary'], { of: user })

  const [, november] = (await read('', await crm.colleague(user))).columns
  expect([november?.count, november?.cards.map(card => card.title)]).toEqual([1, ['Shown']])
  const [, blind] = (await read('', without)).columns
  expect(blind).toMatchObject({ value: null, weighted_value: null, won_value: null })
})

test('400 for what is no month, 404 for a pipeline that is not there', async () => {
  const { user, pipeline } = await withForecast()
  for (const from of ['2036-13', '2036', "2036-01'"])
    expect((await user.call('GET', `/app/api/forecast?pipeline_id=${pipeline}&from=${from}`)).status).toBe(400)
  expect((await user.call('GET', '/app/api/forecast?pipeline_id=999999&from=2036-01')).status).toBe(404)
})

test('months go on over the year', () => {
  expect(forecastColumns('2036-11', 3)).toEqual(['earlier', '2036-11', '2036-12', '2037-01', 'none'])
  expect(monthAfter('2036-01', -1)).toBe('2035-12')
})
