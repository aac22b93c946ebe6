import { expect, test } from 'vitest'
import { purgeTask } from '../../across/purge/purge.ts'
import { openSettledLog } from '../../base/changes/settledSeq.ts'
import { aDeal } from '../../testing/builders.ts'
import { conditions } from '../../testing/filterConditions.ts'
import { aGoal } from '../../testing/goals.ts'
import { importFiles } from '../../testing/importFiles.ts'
import { randomFrom } from '../../testing/randomFrom.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { KEEP_DEAL_SUMS, keepSumsTask } from './keepSums.ts'
import { dropSums, keptCompanies, wrongSums } from './keptSumsStore.ts'

const crm = await startTestCrm()
const { imported } = importFiles(crm)
const services = { database: crm.database, settledLog: openSettledLog(crm.database) }
const keep = keepSumsTask(services, { manyDeals: 0 })

const isKept = async ({ companyId }: TestUser) =>
  (await keptCompanies(crm.sql)).some(({ company_id }) => company_id === companyId)

/** A company with people in two groups, and deals of each of them. */
async function aCompany() {
  const owner = await crm.company()
  const [root] = await crm.sql`select min(id)::int as id from crm.role where company_id = ${owner.companyId}`
  const [below] = await crm.sql<{ id: number }[]>`
    insert into crm.role (company_id, parent_id, name) values (${owner.companyId}, ${root?.id}, 'Below') returning id`
  const people = [owner, await crm.colleague(owner, { admin: true }), await crm.colleague(owner)]
  people.push(await crm.colleague(owner, { roleId: below?.id ?? 0 }))
  const deals: number[] = []
  for (const user of people) for (let nr = 0; nr < 3; nr++) deals.push((await aDeal(user, { value: nr + 0.5 })).id)
  const stages: { id: number; pipeline_id: number }[] = (await owner.call('GET', '/v2/stages')).body.data
  return { owner, people, deals, stages }
}

/** Everything that writes deals, one chosen by chance; what is refused changes nothing. */
async function writeSomething(
  { owner, people, deals, stages }: Awaited<ReturnType<typeof aCompany>>,
  chance: () => number,
) {
  const one = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)] as T
  const user = one(people)
  const path = `/v2/deals/${one(deals)}`
  const set = (body: object) => owner.call('PATCH', path, body)
  const day = () => `2026-0${1 + Math.floor(chance() * 9)}-11`
  const writes = [
    async () => deals.push((await aDeal(user, { value: 7.25, visible_to: one([1, 3, 5, 7]) })).id),
    () => set({ value: Math.floor(chance() * 1000) / 100, currency: one(['EUR', 'USD', 'JPY']) }),
    () => set({ status: one(['open', 'won', 'lost']), is_archived: chance() < 0.3 }),
    () => set({ stage_id: one(stages).id, probability: one([null, 0, 50]) }),
    () => set({ owner_id: one(people).userId, visible_to: one([1, 3, 5, 7]) }),
    () => set({ expected_close_date: one([null, day()]), is_deleted: chance() < 0.2 }),
    () => owner.call('POST', `${path}/followers`, { user_id: one(people).userId }),
    () => owner.call('DELETE', path),
    () => owner.call('PUT', `/v1/deals/${one(deals)}/merge`, { merge_with_id: one(deals) }),
    async () => {
      const [line] = (await owner.call('GET', `${path}/changes`)).body.data ?? []
      if (line) await owner.call('POST', `/v2/changes/${line.id}/revert`)
    },
    () =>
      owner.call('POST', '/app/api/rows/changes', {
        kind: 'deal',
        rows: [...new Set([one(deals), one(deals), one(deals)])].map(id => ({ id, values: { value: 3.75 } })),
      }),
  ]
  await one(writes)()
}

async function answerOf(user: TestUser, path: string) {
  const { status, body } = await user.call('GET', path)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}

/** Reports with a filter count deals one by one; this one is met by all. */
async function counting(user: TestUser): Promise<string> {
  const all = conditions([['deal', 'title', 'IS NOT NULL']])
  const { body } = await user.call('POST', '/v1/filters', { name: 'All', type: 'deals', conditions: all })
  return `&filter_id=${body.data.id}`
}

async function reports(user: TestUser, filter = '') {
  const paths = [
    '/v1/deals/summary?',
    '/v1/deals/summary?status=open',
    '/v1/deals/summary/archived?',
    ...['add_time', 'won_time', 'expected_close_date'].map(
      day => `/v1/deals/timeline?start_date=2026-01-01&interval=month&amount=14&exclude_deals=1&field_key=${day}`,
    ),
  ]
  const answers = []
  for (const path of paths) answers.push(await answerOf(user, `${path}${filter}`))
  return answers
}

test('kept sums are those of the deals at every moment, whoever writes what', async () => {
  const world = await aCompany()
  const { owner, people } = world
  await keep()
  expect(await isKept(owner)).toBe(true)

  let isWriting = true
  const writers = Promise.all(
    [1, 2, 3, 4].map(async seed => {
      const chance = randomFrom(seed)
      for (let nr = 0; nr < 12; nr++) await writeSomething(world, chance)
    }),
  ).finally(() => {
    isWriting = false
  })
  const brought = imported(owner, 'Deal title,Deal value\nBrought,12.5\nToo,3\n')
  while (isWriting) {
    expect(await wrongSums(crm.sql, owner.companyId)).toBe(0)
    await keep()
  }
  await Promise.all([writers, brought])
  const hidden = await aDeal(owner, { value: 99, visible_to: 1 })
  for (const { userId: user_id } of people.slice(2))
    expect((await owner.call('POST', `/v2/deals/${hidden.id}/followers`, { user_id })).status).toBe(201)

  for (const user of people) expect(await reports(user)).toEqual(await reports(user, await counting(user)))
  await keep()
  expect(await wrongSums(crm.sql, owner.companyId)).toBe(0)
  for (const user of people) expect(await reports(user)).toEqual(await reports(user, await counting(user)))
})

/** Deals of three years, one for every twenty hours, and some of long ago. */
async function dealsOfYears({ owner, people, stages }: Awaited<ReturnType<typeof aCompany>>): Promise<void> {
  const [first] = stages
  const ofFirstPipeline = stages.filter(({ pipeline_id }) => pipeline_id === first?.pipeline_id).map(({ id }) => id)
  await crm.sql`
    insert into crm.deal (company_id, title, owner_id, creator_id, pipeline_id, stage_id, value, currency, status, visible_to,
      is_archived, is_deleted, add_time, won_time, expected_close_date)
    select ${owner.companyId}, 'Deal ' || n, (${people.map(({ userId }) => userId)}::bigint[])[1 + n % 4], ${owner.userId},
      ${first?.pipeline_id ?? 0}, (${ofFirstPipeline}::bigint[])[1 + n % ${ofFirstPipeline.length}::int], n,
      case when n % 7 = 0 then 'EUR' else 'USD' end, case when n % 3 = 0 then 'won' else 'open' end,
      case when n % 5 = 0 then 1 else 7 end, n % 17 = 0, false, day, case when n % 3 = 0 then day + interval '20 days' end,
      case when n % 4 > 0 then day::date + n % 90 end
    from (select n, case when n % 50 = 0 then timestamptz '1999-12-20Z' else timestamptz '2024-01-01Z' end
      + n * interval '20 hours' as day from generate_series(1, 1314) n) of_years`
}

test('reports by days are the same with sums that are kept and without', async () => {
  const world = await aCompany()
  const { owner, people, stages } = world
  await dealsOfYears(world)
  const duration = { start: '1999-12-25', end: '2026-12-31' }
  const types = ['deals_won', 'deals_started', 'revenue_forecast']
  const goals = await Promise.all(
    types.map(name =>
      aGoal(owner, { assignee: { type: 'company', id: owner.companyId }, type: { name, params: {} }, duration }),
    ),
  )
  const periods = [
    ['1999-12-25', '2026-12-31'],
    ['2024-03-05', '2026-03-04'],
    ['2025-06-30', '2025-06-30'],
  ]
  const timeline = (rest: string) => `/v1/deals/timeline?exclude_deals=1&totals_convert_currency=EUR&${rest}`
  const paths = [
    ...goals.flatMap(id =>
      periods.map(([start, end]) => `/v1/goals/${id}/results?period.start=${start}&period.end=${end}`),
    ),
    timeline('start_date=2024-02-18&interval=month&amount=24&field_key=add_time'),
    timeline('start_date=1999-12-31&interval=week&amount=5&field_key=add_time'),
    timeline('start_date=2024-01-31&interval=quarter&amount=8&field_key=won_time'),
    timeline('start_date=2025-02-01&interval=day&amount=30&field_key=expected_close_date'),
    `/app/api/forecast?pipeline_id=${stages[0]?.pipeline_id}&from=2025-03&months=6&limit=1`,
    ...['deals-won', 'won-by-person', 'deals-added', 'forecast'].map(
      name => `/app/api/insights/${name}?from=2024-05&months=20`,
    ),
  ]
  const told = async () => {
    const answers = []
    for (const user of [owner, people[2] ?? owner])
      for (const path of paths) {
        const { status, body } = await user.call('GET', path)
        answers.push([path, status, JSON.stringify(body.data)])
      }
    return answers
  }

  await keep()
  expect(await isKept(owner)).toBe(true)
  const kept = await told()
  await dropSums(crm.sql, owner.companyId)

  expect(kept).toEqual(await told())
  expect(kept.filter(([, status]) => status === 200).length).toBeGreaterThan(paths.length)
})

test('deals that are removed for good leave the sums as they are, or have them made anew', async () => {
  const { owner, deals } = await aCompany()
  const purge = purgeTask(crm.database, () => new Date(Date.now() + 40 * 86_400_000))
  await keep()
  await owner.call('DELETE', `/v2/deals/${deals[0]}`)
  await keep()
  await purge()
  expect([await isKept(owner), await wrongSums(crm.sql, owner.companyId)]).toEqual([true, 0])

  await owner.call('DELETE', `/v2/deals/${deals[1]}`)
  await purge()
  expect(await isKept(owner)).toBe(false)
  await keep()
  expect([await isKept(owner), await wrongSums(crm.sql, owner.companyId)]).toEqual([true, 0])
  expect((await owner.call('GET', '/v1/deals/summary')).body.data.total_count).toBe(deals.length - 2)
})

test('a page far behind the first begins where walking there ends, with kept sums and without', async () => {
  const { owner, people } = await aCompany()
  await crm.sql`
    insert into crm.deal (company_id, title, owner_id, creator_id, pipeline_id, stage_id, value, currency, status, visible_to,
      is_archived, is_deleted)
    select ${owner.companyId}, 'Deal ' || n, (${people.map(({ userId }) => userId)}::bigint[])[1 + n % 4], ${owner.userId},
      s.pipeline_id, s.id, n, 'USD', case when n % 13 = 0 then 'deleted' else 'open' end, case when n % 3 = 0 then 1 else 7 end,
      n % 11 = 0, n % 13 = 0
    from generate_series(1, 9000) n, (select * from crm.stage where company_id = ${owner.companyId} order by id limit 1) s`
  const far = async (user: TestUser, query: string) =>
    (await answerOf(user, `/v1/deals?strict_mode=1&start=5250&limit=3${query}`))?.map(({ id }: { id: number }) => id)
  const walked = async (user: TestUser, query: string) => far(user, `${query}&sort=id`)
  const pages = [owner, ...people.slice(2)].flatMap(user => ['', '&status=open'].map(query => [user, query] as const))

  for (const [user, query] of pages) expect(await far(user, query)).toEqual(await walked(user, query))
  await keep()
  await owner.call('DELETE', `/v2/deals/${(await far(owner, ''))[0]}`)
  for (const [user, query] of pages) expect(await far(user, query)).toEqual(await walked(user, query))
  expect(await far(owner, '')).toHaveLength(3)
  expect(await answerOf(owner, '/v1/deals?start=9000')).toBeNull()
})

test('while much is changed the sums follow soon, not with the next minute only', async () => {
  const { deals, owner } = await aCompany()
  await keep()
  const isSoon = async () => (await crm.sql`select from graphile_worker.jobs where key = ${KEEP_DEAL_SUMS}`).length > 0
  await crm.sql`select graphile_worker.remove_job(${KEEP_DEAL_SUMS})`
  const closely = keepSumsTask(services, { manyDeals: 0, manyLines: 2 })
  await owner.call('PATCH', `/v2/deals/${deals[0]}`, { value: 11 })
  await closely()
  expect(await isSoon()).toBe(false)
  for (const value of [12, 13, 14]) await owner.call('PATCH', `/v2/deals/${deals[0]}`, { value })
  await closely()
  expect(await isSoon()).toBe(true)
})
