import { GoalsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aGoal, currencyOf, goalOf } from '../../../testing/goals.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const client = new GoalsApi(owner.v1)
const stages: { id: number; pipeline_id: number }[] = (await owner.call('GET', '/v2/stages?sort_by=order_nr')).body.data
const [first, second] = [stages[0]?.id ?? 0, stages[1]?.id ?? 0]
const pipeline = stages[0]?.pipeline_id ?? 0

test('the client adds a goal, finds it, changes it, asks for its result and deletes it', async () => {
  const eur = await currencyOf(owner, 'EUR')

  const added = (await client.addGoal({
    AddGoalRequest: goalOf(owner, {
      title: 'Quota',
      assignee: { id: String(owner.userId), type: 'person' },
      type: { name: 'deals_progressed', params: { pipeline_id: [pipeline], stage_id: second } },
      expected_outcome: { target: '5000', tracking_metric: 'sum', currency_id: eur },
    }),
  })) as unknown as { data: { goal: { id: string } }; statusCode: number; statusText: string; service: string }

  const { id } = added.data.goal
  const goal = {
    id,
    owner_id: owner.userId,
    title: 'Quota',
    type: { name: 'deals_progressed', params: { pipeline_id: [pipeline], activity_type_id: null, stage_id: second } },
    assignee: { id: owner.userId, type: 'person' },
    interval: 'monthly',
    duration: { start: '2026-01-01', end: '2026-12-31' },
    expected_outcome: { target: 5000, tracking_metric: 'sum', currency_id: eur },
    is_active: true,
    report_ids: [],
  }
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(added).toEqual({
    success: true,
    data: { goal },
    statusCode: 20000,
    statusText: 'OK',
    service: 'statistics-goals-api',
  })
  const named = { type_name: 'deals_progressed', type_params_stage_id: second } as const
  expect((await client.getGoals(named)).data?.goals).toEqual([goal])

  const title = 'Smaller quota'
  const changed = await client.updateGoal({
    id,
    BasicGoalRequest: { title, expected_outcome: { target: 7 }, duration: { end: null } },
  })
  const after = {
    ...goal,
    title,
    expected_outcome: { ...goal.expected_outcome, target: 7 },
    duration: { start: '2026-01-01', end: null },
  }
  expect(changed.data?.goal).toEqual(after)
  expect((await client.getGoals({ title })).data?.goals).toEqual([after])
  const period = { period_start: '2026-02-01', period_end: '2026-02-28' }
  expect((await client.getGoalResult({ id, ...period })).data).toEqual({ progress: 0, goal: after })

  const gone = await client.deleteGoal({ id })
  expect(gone).toMatchObject({ success: true, service: 'statistics-goals-api' })
  expect((await client.getGoals({ title })).data?.goals).toEqual([])
  expect((await client.getGoals({ title, is_active: false })).data?.goals).toEqual([{ ...after, is_active: false }])
  expect((await owner.call('DELETE', `/v1/goals/${id}`)).status).toBe(200)
  expect((await owner.call('PUT', `/v1/goals/${id}`, { title: 'x' })).status).toBe(410)
  const log = await sql`select action from crm.change where entity = 'goal' and entity_id = ${id} order by seq`
  expect(log.map(line => line.action)).toEqual(['added', 'updated', 'deleted'])
})

test('goals are found by each of their fields, and only the caller’s own unless asked otherwise', async () => {
  const company = await crm.company()
  const ann = await crm.colleague(company)
  const team = (await company.call('POST', '/v1/legacyTeams', { name: 'T', manager_id: ann.userId, users: [] })).body
    .data.id
  const usd = await currencyOf(company, 'USD')
  const [stage] = (await company.call('GET', '/v2/stages?sort_by=order_nr')).body.data
  const [type] = (await company.call('GET', '/v1/activityTypes')).body.data
  const places = { pipeline_id: [stage.pipeline_id], stage_id: stage.id }
  const made = {
    mine: await aGoal(company, { title: 'Mine' }),
    anns: await aGoal(company, { assignee: { id: ann.userId, type: 'person' } }),
    teams: await aGoal(company, { assignee: { id: team, type: 'team' } }),
    ours: await aGoal(company, { assignee: { id: company.companyId, type: 'company' } }),
    sum: await aGoal(company, { expected_outcome: { target: 9, tracking_metric: 'sum', currency_id: usd } }),
    placed: await aGoal(company, { type: { name: 'deals_progressed', params: places } }),
    typed: await aGoal(company, { type: { name: 'activities_added', params: { activity_type_id: [type.id] } } }),
    old: await aGoal(company, { duration: { start: '2020-01-01', end: '2020-06-30' } }),
    endless: await aGoal(company, { duration: { start: '2027-01-01' } }),
  }
  const names = Object.entries(made)
  const found = async (query: string, user = company) => {
    const { status, body } = await user.call('GET', `/v1/goals/find?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.goals.map((goal: { id: string }) => names.find(([, id]) => id === goal.id)?.[0])
  }

  expect(await found('')).toEqual(['mine', 'sum', 'placed', 'typed', 'old', 'endless'])
  expect(await found('', ann)).toEqual(['anns'])
  expect(await found('assignee.type=person')).toHaveLength(7)
  expect(await found(`assignee.id=${ann.userId}`)).toEqual(['anns'])
  expect(await found('assignee.type=team')).toEqual(['teams'])
  expect(await found('assignee.type=company', ann)).toEqual(['ours'])
  expect(await found('title=Mine')).toEqual(['mine'])
  expect(await found('expected_outcome.target=9')).toEqual(['sum'])
  expect(await found('expected_outcome.tracking_metric=sum')).toEqual(['sum'])
  expect(await found(`expected_outcome.currency_id=${usd}`)).toEqual(['sum'])
  expect(await found('type.name=activities_added')).toEqual(['typed'])
  expect(await found(`type.params.pipeline_id=${stage.pipeline_id}`)).toEqual(['placed'])
  expect(await found(`type.params.stage_id=${stage.id}`)).toEqual(['placed'])
  expect(await found(`type.params.activity_type_id=${type.id}`)).toEqual(['typed'])
  expect(await found('period.start=2020-06-30&period.end=2020-12-31')).toEqual(['old'])
  expect(await found('period.start=2030-01-01&period.end=2030-01-02')).toEqual(['endless'])
  expect((await company.call('GET', '/v1/goals/find?period.start=2020-06-30')).body).toMatchObject({
    errorCode: 400,
    field: 'period.end',
  })
})

describe('refusals', () => {
  const wrong: [string, object][] = [
    ['assignee', { assignee: undefined }],
    ['assignee.type', { assignee: { id: 1, type: 'robot' } }],
    ['assignee.id', { assignee: { id: 999_999, type: 'person' } }],
    ['assignee.id', { assignee: { id: 999_999, type: 'team' } }],
    ['assignee.id', { assignee: { id: 999_999, type: 'company' } }],
    ['type.name', { type: { name: 'deals_lost', params: {} } }],
    ['type.params.pipeline_id', { type: { name: 'deals_won', params: { pipeline_id: [999_999] } } }],
    ['type.params.stage_id', { type: { name: 'deals_won', params: { stage_id: first } } }],
    ['type.params.stage_id', { type: { name: 'deals_progressed', params: { stage_id: 999_999 } } }],
    ['type.params.activity_type_id', { type: { name: 'activities_added', params: { activity_type_id: [999_999] } } }],
    ['expected_outcome.target', { expected_outcome: { target: 'many', tracking_metric: 'quantity' } }],
    ['expected_outcome.tracking_metric', { expected_outcome: { target: 1, tracking_metric: 'height' } }],
    [
      'expected_outcome.tracking_metric',
      { type: { name: 'activities_added' }, expected_outcome: { target: 1, tracking_metric: 'sum' } },
    ],
    ['expected_outcome.currency_id', { expected_outcome: { target: 1, tracking_metric: 'quantity', currency_id: 1 } }],
    [
      'expected_outcome.currency_id',
      { expected_outcome: { target: 1, tracking_metric: 'sum', currency_id: 999_999_999 } },
    ],
    ['duration.start', { duration: { start: '2026-02-30' } }],
    ['duration.end', { duration: { start: '2026-02-02', end: '2026-02-01' } }],
    ['interval', { interval: 'hourly' }],
  ]
  test('400 naming the field that is wrong, and nothing is stored', async () => {
    const count = async () => (await sql`select count(*)::int as n from crm.goal`)[0]?.n
    const before = await count()

    for (const [field, more] of wrong)
      expect([field, (await owner.call('POST', '/v1/goals', goalOf(owner, more))).body]).toMatchObject([
        field,
        { errorCode: 400, field },
      ])
    expect(await count()).toBe(before)
  })

  test('400 for a period that is not within the duration of the goal', async () => {
    const id = await aGoal(owner)
    const refused = async (start: string, end: string) =>
      (await owner.call('GET', `/v1/goals/${id}/results?period.start=${start}&period.end=${end}`)).body

    expect(await refused('2025-12-31', '2026-01-02')).toMatchObject({ errorCode: 400, field: 'period.start' })
    expect(await refused('2026-12-31', '2027-01-01')).toMatchObject({ errorCode: 400, field: 'period.end' })
    expect(await refused('2026-03-02', '2026-03-01')).toMatchObject({ errorCode: 400, field: 'period.end' })
    expect(await refused('2026-03-02', 'soon')).toMatchObject({ errorCode: 400, field: 'period.end' })
  })

  test('a goal keeps the names of what is gone; another type drops what it has no use for', async () => {
    const team = (await owner.call('POST', '/v1/legacyTeams', { name: 'Gone', manager_id: owner.userId })).body.data.id
    const id = await aGoal(owner, {
      assignee: { id: team, type: 'team' },
      type: { name: 'deals_progressed', params: { stage_id: second } },
    })
    await owner.call('PUT', `/v1/legacyTeams/${team}`, { deleted_flag: 1 })

    const change = async (body: object) => (await owner.call('PUT', `/v1/goals/${id}`, body)).body

    expect((await change({ title: 'Still there' })).data.goal).toMatchObject({ title: 'Still there' })
    expect((await change({ type: { name: 'deals_won' } })).data.goal.type.params.stage_id).toBeNull()
    expect(await change({ assignee: { id: team, type: 'team' }, title: 'Kept' })).toMatchObject({ success: true })
    expect(await change({ assignee: { id: 999_999, type: 'team' } })).toMatchObject({ field: 'assignee.id' })
  })

  test('403 for goals of others: setting them takes an admin, changing them whoever made them', async () => {
    const [ann, bob] = [await crm.colleague(owner), await crm.colleague(owner)]
    const assignee = { id: bob.userId, type: 'person' }
    const own = await aGoal(ann)
    const byAdmin = await aGoal(owner, { assignee: { id: ann.userId, type: 'person' } })
    const call = async (method: string, id: string, body?: object) =>
      (await ann.call(method, `/v1/goals${id}`, body)).status

    expect(await call('POST', '', goalOf(ann, { assignee }))).toBe(403)
    expect(await call('POST', '', goalOf(ann, { assignee: { id: ann.companyId, type: 'company' } }))).toBe(403)
    expect(await call('PUT', `/${own}`, { assignee })).toBe(403)
    expect(await call('PUT', `/${byAdmin}`, { title: 'x' })).toBe(403)
    expect(await call('DELETE', `/${byAdmin}`)).toBe(403)
    expect(await call('PUT', `/${own}`, { title: 'x' })).toBe(200)
    expect((await owner.call('PUT', `/v1/goals/${own}`, { title: 'y' })).status).toBe(200)
  })
})
