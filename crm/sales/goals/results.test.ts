import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDeal, anActivity } from '../../testing/builders.ts'
import { askedGoals, aWorld, dayOf, history, tellDeal, tellTask, worth } from '../../testing/goalHistory.ts'
import { aGoal, currencyOf, goalResult } from '../../testing/goals.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()

test('a goal of a team and of the company counts what their people did', async () => {
  const company = await crm.company()
  const [ann, bob] = [await crm.colleague(company), await crm.colleague(company)]
  const users = [ann.userId, bob.userId]
  const team = await company.call('POST', '/v1/legacyTeams', { name: 'T', manager_id: company.userId, users })
  const won = { status: 'won', won_time: '2026-03-31T23:59:59Z' }
  for (const user of [ann, bob, company]) await aDeal(user, { ...won, value: 10 })
  await aDeal(ann, { status: 'won', won_time: '2026-04-01T00:00:00Z' })
  const assign = (type: string, id: number) => aGoal(company, { assignee: { type, id } })
  const goals = [
    await assign('person', ann.userId),
    await assign('team', team.body.data.id),
    await assign('company', company.companyId),
  ]

  const progress = []
  for (const id of goals) progress.push((await goalResult(company, id, '2026-03-01', '2026-03-31')).progress)

  expect(progress).toEqual([1, 2, 3])
  const sum = { target: 1, tracking_metric: 'sum' }
  const worth = await aGoal(company, { assignee: { type: 'company', id: company.companyId }, expected_outcome: sum })
  expect((await goalResult(company, worth, '2026-03-01', '2026-03-31')).progress).toBe(30)
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
  const outcome = { target: 1, tracking_metric: 'sum', currency_id: await currencyOf(company, 'USD') }
  const id = await aGoal(company, { expected_outcome: outcome })

  expect(await goalResult(company, id, '2026-03-01', '2026-03-31')).toMatchObject({
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
  const goal = (params: object) => aGoal(company, { duration, type: { name: 'deals_progressed', params } })
  const [intoB, anywhere] = [await goal({ stage_id: b.id }), await goal({})]

  expect((await goalResult(company, intoB, today, today)).progress).toBe(3)
  expect((await goalResult(company, intoB, '2026-02-03', '2026-02-03')).progress).toBe(1)
  expect((await goalResult(company, anywhere, today, today)).progress).toBe(2)
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
    aGoal(company, { duration: { start: today }, type: { name: 'deals_started', params: { pipeline_id } } })
  const progress = async (...pipelines: number[]) =>
    (await goalResult(company, await goal(pipelines), today, today)).progress

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
      await goalResult(
        company,
        await aGoal(company, { duration: { start: today }, type: { name, params } }),
        today,
        today,
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
  const id = await aGoal(company, { type: { name: 'revenue_forecast', params: {} }, expected_outcome: outcome })

  expect((await goalResult(company, id, '2026-03-01', '2026-03-31')).progress).toBe(150)
})

test('what was won and what is expected in another currency is one sum, rounded once', async () => {
  const company = await crm.company()
  await company.call('PUT', '/v1/currencies/rates', { rates: { EUR: 1.25 } })
  const outcome = { target: 1000, tracking_metric: 'sum', currency_id: await currencyOf(company, 'USD') }
  // 0.0125 dollars each: together 0.025, where each alone is 0.01.
  await aDeal(company, { value: 0.01, currency: 'EUR', status: 'won', won_time: '2026-03-05T00:00:00Z' })
  await aDeal(company, { value: 0.01, currency: 'EUR', expected_close_date: '2026-03-31' })
  const id = await aGoal(company, { type: { name: 'revenue_forecast', params: {} }, expected_outcome: outcome })

  expect((await goalResult(company, id, '2026-03-01', '2026-03-31')).progress).toBe(0.03)
})

test('results are those of counting over the history by hand', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ stories, tasks, period: [from, to] }) => {
      const world = await aWorld(crm)
      const [boss] = world.users
      if (!boss) return
      for (const story of stories) await tellDeal(world, story)
      for (const task of tasks) await tellTask(world, task)
      const within = (nr: number) => nr >= from && nr <= to

      const assignees = [
        { type: 'person', id: world.users[1]?.userId ?? 0, has: (owner: number) => owner === 1 },
        { type: 'team', id: world.team, has: (owner: number) => owner > 0 },
        { type: 'company', id: boss.companyId, has: () => true },
      ]
      for (const { type, id, has } of assignees)
        for (const { name, params, deal, task } of askedGoals(world))
          for (const metric of deal ? ['quantity', 'sum'] : ['quantity']) {
            const outcome = metric === 'sum' ? { currency_id: world.usd } : {}
            const goal = await aGoal(boss, {
              assignee: { id, type },
              type: { name, params },
              expected_outcome: { target: 1, tracking_metric: metric, ...outcome },
            })
            const told = await goalResult(boss, goal, dayOf(from), dayOf(to))

            const counted = stories.filter(
              story => story.ending !== 'deleted' && has(story.heir ?? story.owner) && deal?.(story, within),
            )
            const done = tasks.filter(one => !one.deleted && has(one.owner) && task?.(one, within))
            const expected = metric === 'sum' ? worth(counted) : { progress: counted.length + done.length }
            expect([name, params, type, metric, { ...told, goal: undefined }]).toEqual([
              name,
              params,
              type,
              metric,
              { ...expected, goal: undefined },
            ])
          }
    }),
    { numRuns: 2, endOnFailure: true },
  )
})
