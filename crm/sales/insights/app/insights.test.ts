import { expect, test } from 'vitest'
import { aDeal, made } from '../../../testing/builders.ts'
import { type Asked, countedByHand } from '../../../testing/countedByHand.ts'
import { FROM, insightsWorld, MONTHS } from '../../../testing/insightsWorld.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { takeRights } from '../../../testing/takeRights.ts'
import { insights } from './operations.ts'
import type { Report } from './shape.ts'

const crm = await startTestCrm()
const NAMES = insights.map(({ path }) => path.replace('/insights/', ''))

async function ask(user: TestUser, name: string, more: object = {}) {
  const query = new URLSearchParams({ from: FROM, months: String(MONTHS.length), ...more })
  return user.call('GET', `/app/api/insights/${name}?${query}`)
}

async function report(user: TestUser, name: string, more: object = {}): Promise<Report> {
  const { status, body } = await ask(user, name, more)
  expect(status, `${name} ${JSON.stringify(body)}`).toBe(200)
  return body.data
}

test('every figure is what counting by hand gives, and the deals of a row are as many as it says', async () => {
  const world = await insightsWorld(crm, 20_261_116)
  const { boss, ann, team, pipelines } = world
  const [first = { id: 0 }, second = { id: 0 }] = pipelines
  const choices: [TestUser, Asked, object][] = [
    [boss, {}, {}],
    [boss, { user: ann.userId }, { user_id: ann.userId }],
    [boss, { team: true, pipeline: second.id }, { team_id: team.id, pipeline_id: second.id }],
    [ann, {}, {}],
    [ann, { pipeline: first.id }, { pipeline_id: first.id }],
  ].map(([user, asked, query]) => {
    const viewer = user as TestUser
    return [viewer, { viewer: viewer.userId, isAdmin: viewer === boss, ...asked }, query as object]
  })

  let rowsOfDeals = 0
  for (const [user, asked, query] of choices) {
    const expected = countedByHand(world, asked)
    for (const [name, rows] of Object.entries(expected)) {
      const figures = await report(user, name, NEEDS_PIPELINE.has(name) ? { pipeline_id: first.id, ...query } : query)
      const said = Object.fromEntries(figures.rows.map(({ key, label, values }) => [label ?? key, values]))
      if (name === 'activities-by-type') for (const [key, label] of TYPES) rename(rows, key, label)
      expectAlike(said, rows, `${name} ${JSON.stringify(query)}`)
      const at = figures.measures.findIndex(({ key }) => key === 'count')
      for (const { deals, values, key } of figures.rows) {
        if (!deals) continue
        rowsOfDeals++
        const conditions = encodeURIComponent(JSON.stringify(deals))
        const { body } = await user.call('GET', `/app/api/rows/count?kind=deal&conditions=${conditions}`)
        expect(body.data?.count, `${name} ${key} ${JSON.stringify(body)}`).toBe(values[at])
      }
    }
  }
  expect(rowsOfDeals).toBeGreaterThan(100)

  const people = await report(boss, 'activities-by-person')
  const types = await report(boss, 'activities-by-type')
  for (const { key, label, values } of types.rows) {
    const at = people.measures.findIndex(measure => measure.key === `type ${key}`)
    expect(people.measures[at]?.label).toBe(label)
    expect(people.rows.reduce((sum, row) => sum + (row.values[at] ?? 0), 0)).toBe(values[0])
  }
  expect((await report(boss, 'deals-won')).not_converted).toEqual({
    XAU: { count: expect.any(Number), value: expect.any(Number) },
  })
}, 30_000)

const NEEDS_PIPELINE = new Set(['conversion', 'time-in-stage'])

const TYPES = [
  ['call', 'Call'],
  ['meeting', 'Meeting'],
  ['task', 'Task'],
] as const

function rename(rows: Record<string, unknown>, from: string, to: string): void {
  if (!(from in rows)) return
  rows[to] = rows[from]
  delete rows[from]
}

/** Days go on while the test runs, and are told with one decimal; all else is exact. */
function expectAlike(said: Record<string, (number | null)[]>, rows: Record<string, (number | null)[]>, what: string) {
  expect(Object.keys(said).toSorted(), what).toEqual(Object.keys(rows).toSorted())
  for (const [key, values] of Object.entries(rows))
    for (const [at, value] of values.entries()) {
      const found = said[key]?.[at]
      if (value === null) expect(found, `${what} ${key} ${at}`).toBe(null)
      else
        expect(Math.abs((found ?? Number.NaN) - value), `${what} ${key} ${at}: ${found}, ${value}`).toBeLessThan(0.06)
    }
}

test('a goal is told with what it reached and the pace, in its own interval', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const now = new Date()
  const start = `${now.getUTCFullYear()}-01-01`
  const aGoal = (more: object) =>
    made(user, '/v1/goals', {
      title: 'Win',
      type: { name: 'deals_won' },
      assignee: { type: 'company', id: user.companyId },
      duration: { start },
      interval: 'yearly',
      expected_outcome: { target: 4, tracking_metric: 'quantity' },
      ...more,
    })
  await aGoal({})
  await aGoal({ title: 'Sell', expected_outcome: { target: 1000, tracking_metric: 'sum' } })
  await aGoal({ title: 'Theirs', assignee: { type: 'person', id: colleague.userId } })
  await aGoal({ title: 'Over', duration: { start: '2020-01-01', end: '2020-12-31' } })
  for (const value of [100, 200]) await aDeal(user, { status: 'won', value })

  const { rows, total, measures } = await report(user, 'goals')

  expect(measures.map(({ key }) => key)).toEqual(['reached', 'pace', 'progress', 'target'])
  const days = (new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)).getTime() - Date.parse(start)) / 86_400_000
  const gone = Math.floor((now.getTime() - Date.parse(start)) / 86_400_000) + 1
  const pace = Math.round((1000 * gone) / days) / 10
  expect(rows.map(({ label, values, currency }) => [label, values, currency])).toEqual([
    ['Win', [50, pace, 2, 4], null],
    ['Sell', [30, pace, 300, 1000], 'USD'],
    ['Theirs', [0, pace, 0, 4], null],
  ])
  expect(total).toBe(3)
  expect(rows[0]?.goal).toMatchObject({ interval: 'yearly', start, end: `${now.getUTCFullYear()}-12-31` })
  expect((await report(user, 'goals', { user_id: colleague.userId })).rows.map(({ label }) => label)).toEqual([
    'Theirs',
  ])
})

test('403 for figures about others without the right to see them; the money is left out without the right to sums', async () => {
  const owner = await crm.company()
  const [alone, team, sums] = [await crm.colleague(owner), await crm.colleague(owner), await crm.colleague(owner)]
  await takeRights(crm, alone, 'can_see_company_wide_statistics', 'can_see_other_users_statistics')
  await takeRights(crm, team, 'can_see_other_users_statistics')
  await takeRights(crm, sums, 'can_see_deals_list_summary')
  const [{ id: pipeline_id }] = (await owner.call('GET', '/v2/pipelines')).body.data
  const { id: team_id } = await made(owner, '/v1/legacyTeams', { name: 'T', manager_id: owner.userId, users: [] })
  const statuses = async (user: TestUser, more: object) => {
    const all = []
    for (const name of NAMES) all.push((await ask(user, name, { pipeline_id, ...more })).status)
    return all
  }
  const every = (status: number) => NAMES.map(() => status)

  expect(await statuses(alone, {})).toEqual(every(403))
  expect(await statuses(alone, { user_id: owner.userId })).toEqual(every(403))
  expect(await statuses(alone, { team_id })).toEqual(every(403))
  expect(await statuses(alone, { user_id: alone.userId })).toEqual(every(200))
  expect(await statuses(team, {})).toEqual(NAMES.map(name => (name.endsWith('by-person') ? 403 : 200)))
  await aDeal(owner, { value: 10 })
  const { measures, rows } = await report(sums, 'deals-added', { from: new Date().toISOString().slice(0, 7) })
  expect(measures.map(({ unit }) => unit)).toEqual(['count'])
  expect(rows[0]?.values).toEqual([1])
})

test('404 for a pipeline or a team that is not there, 400 for a person and a team at once and for no pipeline', async () => {
  const user = await crm.company()
  const refusal = async (name: string, more: object) => {
    const { status, body } = await ask(user, name, more)
    return [status, body.field]
  }

  expect(await refusal('deals-won', { pipeline_id: 999_999 })).toEqual([404, undefined])
  expect(await refusal('deals-won', { team_id: 999_999 })).toEqual([404, undefined])
  expect(await refusal('deals-won', { team_id: 1, user_id: 1 })).toEqual([400, 'team_id'])
  expect(await refusal('conversion', {})).toEqual([400, 'pipeline_id'])
  expect(await refusal('deals-won', { from: '0000-01' })).toEqual([400, 'from'])
})
