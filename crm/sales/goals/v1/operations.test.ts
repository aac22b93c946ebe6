import { GoalsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aDeal, anActivity } from '../../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const client = new GoalsApi(owner.v1)
const stages: { id: number; pipeline_id: number }[] = (await owner.call('GET', '/v2/stages?sort_by=order_nr')).body.data
const [first, second] = [stages[0]?.id ?? 0, stages[1]?.id ?? 0]
const pipeline = stages[0]?.pipeline_id ?? 0
const currencyOf = async (code: string, user = owner) =>
  (await user.call('GET', `/v1/currencies?term=${code}`)).body.data[0].id as number

function goalOf(user: TestUser, more: object = {}) {
  return {
    assignee: { id: user.userId, type: 'person' },
    type: { name: 'deals_won', params: { pipeline_id: null } },
    expected_outcome: { target: 50, tracking_metric: 'quantity' },
    duration: { start: '2026-01-01', end: '2026-12-31' },
    interval: 'monthly' as const,
    ...more,
  }
}

const aGoal = async (more: object = {}, user = owner) => {
  const reply = await user.call('POST', '/v1/goals', goalOf(user, more))
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data.goal.id as string
}

const result = async (id: string, start: string, end: string, user = owner) =>
  (await user.call('GET', `/v1/goals/${id}/results?period.start=${start}&period.end=${end}`)).body.data

test('the client adds a goal, finds it, changes it, asks for its result and deletes it', async () => {
  const eur = await currencyOf('EUR')

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
  const usd = await currencyOf('USD', company)
  const [stage] = (await company.call('GET', '/v2/stages?sort_by=order_nr')).body.data
  const [type] = (await company.call('GET', '/v1/activityTypes')).body.data
  const places = { pipeline_id: [stage.pipeline_id], stage_id: stage.id }
  const made = {
    mine: await aGoal({ title: 'Mine' }, company),
    anns: await aGoal({ assignee: { id: ann.userId, type: 'person' } }, company),
    teams: await aGoal({ assignee: { id: team, type: 'team' } }, company),
    ours: await aGoal({ assignee: { id: company.companyId, type: 'company' } }, company),
    sum: await aGoal({ expected_outcome: { target: 9, tracking_metric: 'sum', currency_id: usd } }, company),
    placed: await aGoal({ type: { name: 'deals_progressed', params: places } }, company),
    typed: await aGoal({ type: { name: 'activities_added', params: { activity_type_id: [type.id] } } }, company),
    old: await aGoal({ duration: { start: '2020-01-01', end: '2020-06-30' } }, company),
    endless: await aGoal({ duration: { start: '2027-01-01' } }, company),
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

describe('results', () => {
  test('a goal of a team and of the company counts what their people did', async () => {
    const company = await crm.company()
    const [ann, bob] = [await crm.colleague(company), await crm.colleague(company)]
    const users = [ann.userId, bob.userId]
    const team = await company.call('POST', '/v1/legacyTeams', { name: 'T', manager_id: company.userId, users })
    const won = { status: 'won', won_time: '2026-03-31T23:59:59Z' }
    for (const user of [ann, bob, company]) await aDeal(user, { ...won, value: 10 })
    await aDeal(ann, { status: 'won', won_time: '2026-04-01T00:00:00Z' })
    const assign = (type: string, id: number) => aGoal({ assignee: { type, id } }, company)
    const goals = [
      await assign('person', ann.userId),
      await assign('team', team.body.data.id),
      await assign('company', company.companyId),
    ]

    const progress = []
    for (const id of goals) progress.push((await result(id, '2026-03-01', '2026-03-31', company)).progress)

    expect(progress).toEqual([1, 2, 3])
    const sum = { target: 1, tracking_metric: 'sum' }
    const worth = await aGoal({ assignee: { type: 'company', id: company.companyId }, expected_outcome: sum }, company)
    expect((await result(worth, '2026-03-01', '2026-03-31', company)).progress).toBe(30)
  })

  test('sums are converted, and say what no rate is known for', async () => {
    const company = await crm.company()
    await company.call('PUT', '/v1/currencies/rates', { rates: { EUR: 1.1, JPY: 0.008 } })
    const won = { status: 'won', won_time: '2026-03-05T00:00:00Z' }
    for (const [value, currency] of [
      [0.1, 'USD'],
      [0.2, 'USD'],
      [10.05, 'EUR'],
      [1000, 'JPY'],
      [3, 'XAU'],
    ] as const)
      await aDeal(company, { ...won, value, currency })
    const outcome = { target: 1, tracking_metric: 'sum', currency_id: await currencyOf('USD', company) }
    const id = await aGoal({ expected_outcome: outcome }, company)

    expect(await result(id, '2026-03-01', '2026-03-31', company)).toMatchObject({
      // 10.05 EUR are 11.055 USD
      progress: 0.3 + 11.06 + 8,
      not_converted: { XAU: { count: 1, value: 3 } },
    })
  })

  test('a deal counts as progressed where it moved or was added, once, whatever became of it', async () => {
    const company = await crm.company()
    const [a, b, c] = (await company.call('GET', '/v2/stages?sort_by=order_nr')).body.data
    const today = new Date().toISOString().slice(0, 10)
    const move = (id: number, stage: { id: number }, more: object = {}) =>
      company.call('PATCH', `/v2/deals/${id}`, { stage_id: stage.id, ...more })
    const twice = await aDeal(company, { stage_id: a.id })
    for (const stage of [b, c, b, a]) await move(twice.id, stage)
    const lost = await aDeal(company, { stage_id: a.id })
    await move(lost.id, b, { status: 'lost' })
    await aDeal(company, { stage_id: b.id })
    const then = { title: 'Then', stage_id: b.id, add_time: '2026-02-03 10:00:00' }
    expect((await company.call('POST', '/v1/deals', then)).status).toBe(201)
    const deleted = await aDeal(company, { stage_id: b.id })
    await company.call('DELETE', `/v2/deals/${deleted.id}`)
    const duration = { start: '2026-01-01' }
    const goal = (params: object) => aGoal({ duration, type: { name: 'deals_progressed', params } }, company)
    const [intoB, anywhere] = [await goal({ stage_id: b.id }), await goal({})]

    expect((await result(intoB, today, today, company)).progress).toBe(3)
    expect((await result(intoB, '2026-02-03', '2026-02-03', company)).progress).toBe(1)
    expect((await result(anywhere, today, today, company)).progress).toBe(2)
  })

  test('a deal is started in the pipeline it was added to, wherever it went', async () => {
    const company = await crm.company()
    const [stage] = (await company.call('GET', '/v2/stages')).body.data
    const other = (await company.call('POST', '/v2/pipelines', { name: 'Other' })).body.data.id
    const there = (await company.call('POST', '/v2/stages', { name: 'S', pipeline_id: other })).body.data.id
    const { id } = await aDeal(company, { stage_id: stage.id })
    await company.call('PATCH', `/v2/deals/${id}`, { stage_id: there })
    const today = new Date().toISOString().slice(0, 10)
    const goal = (pipeline_id: number[]) =>
      aGoal({ duration: { start: today }, type: { name: 'deals_started', params: { pipeline_id } } }, company)
    const progress = async (...pipelines: number[]) =>
      (await result(await goal(pipelines), today, today, company)).progress

    expect(await progress(stage.pipeline_id)).toBe(1)
    expect(await progress(other)).toBe(0)
    expect(await progress(other, stage.pipeline_id)).toBe(1)
  })

  test('activities count by type, pipeline and whether they are done', async () => {
    const company = await crm.company()
    const { id: deal_id, pipeline_id } = await aDeal(company)
    const types = (await company.call('GET', '/v1/activityTypes')).body.data
    const today = new Date().toISOString().slice(0, 10)
    await anActivity(company, { subject: 'a', type: types[0].key_string, done: true, deal_id })
    await anActivity(company, { subject: 'b', type: types[0].key_string })
    await anActivity(company, { subject: 'c', type: types[1].key_string, done: true })
    const progress = async (name: string, params: object) =>
      (
        await result(
          await aGoal({ duration: { start: today }, type: { name, params } }, company),
          today,
          today,
          company,
        )
      ).progress

    expect(await progress('activities_added', {})).toBe(3)
    expect(await progress('activities_completed', {})).toBe(2)
    expect(await progress('activities_completed', { activity_type_id: [types[0].id] })).toBe(1)
    expect(await progress('activities_added', { pipeline_id: [pipeline_id] })).toBe(1)
  })

  test('the revenue is what was won, and what is expected by its probability', async () => {
    const company = await crm.company()
    const outcome = { target: 1000, tracking_metric: 'sum' }
    await aDeal(company, { value: 100, status: 'won', won_time: '2026-03-05T00:00:00Z', probability: 10 })
    await aDeal(company, { value: 200, probability: 25, expected_close_date: '2026-03-31' })
    await aDeal(company, { value: 400, expected_close_date: '2026-04-01' })
    await aDeal(company, { value: 800, expected_close_date: '2026-03-31', status: 'lost' })
    const id = await aGoal({ type: { name: 'revenue_forecast', params: {} }, expected_outcome: outcome }, company)

    expect((await result(id, '2026-03-01', '2026-03-31', company)).progress).toBe(150)
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
    const id = await aGoal()
    const refused = async (start: string, end: string) =>
      (await owner.call('GET', `/v1/goals/${id}/results?period.start=${start}&period.end=${end}`)).body

    expect(await refused('2025-12-31', '2026-01-02')).toMatchObject({ errorCode: 400, field: 'period.start' })
    expect(await refused('2026-12-31', '2027-01-01')).toMatchObject({ errorCode: 400, field: 'period.end' })
    expect(await refused('2026-03-02', '2026-03-01')).toMatchObject({ errorCode: 400, field: 'period.end' })
    expect(await refused('2026-03-02', 'soon')).toMatchObject({ errorCode: 400, field: 'period.end' })
  })

  test('a goal keeps the names of what is gone; another type drops what it has no use for', async () => {
    const team = (await owner.call('POST', '/v1/legacyTeams', { name: 'Gone', manager_id: owner.userId })).body.data.id
    const id = await aGoal({
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
    const own = await aGoal({}, ann)
    const byAdmin = await aGoal({ assignee: { id: ann.userId, type: 'person' } })
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
