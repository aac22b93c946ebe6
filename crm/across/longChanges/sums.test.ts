import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { keepSumsTask } from '../../sales/deals/keepSums.ts'
import { aDeal } from '../../testing/builders.ts'
import { longChangeServices } from '../../testing/longChanges.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { longChangesTask } from './longChangesTask.ts'
import { SUMS_MS } from './run.ts'
import { LONG_CHANGES } from './works.ts'

// Without a worker, which would take what waits before the test does.
const crm = await startTestCrm({ worker: false })
const services = await longChangeServices(crm)

test('the kept sums of deals follow a long change while it runs', async () => {
  const user = await crm.company()
  const deal = await aDeal(user, { value: 5 })
  await crm.sql`insert into crm.deal (company_id, title, owner_id, creator_id, pipeline_id, stage_id, currency, visible_to)
    select company_id, 'Deal ' || nr, owner_id, creator_id, pipeline_id, stage_id, currency, visible_to
    from crm.deal, generate_series(1, 150) nr where id = ${deal.id} and company_id = ${user.companyId}`
  await keepSumsTask(services, { manyDeals: 0 })()
  const keptUpTo = async () => {
    const [kept] = await crm.sql<{ seq: number }[]>`
      select seq::int as seq from crm.deal_sums where company_id = ${user.companyId}`
    return kept?.seq ?? 0
  }
  const before = await keptUpTo()
  const deals = await crm.sql<
    { id: number }[]
  >`select id from crm.deal where company_id = ${user.companyId} order by id`
  const asked = { kind: 'deal', ids: deals.map(({ id }) => Number(id)), action: { change: { value: 20 } } }
  expect((await user.call('POST', '/app/api/bulk', asked)).status).toBe(202)

  const seen: number[] = []
  await longChangesTask(services, LONG_CHANGES, {
    async afterBatch() {
      seen.push(await keptUpTo())
      await sleep(SUMS_MS + 50)
      while ((await services.settledLog.settledSeq()) <= (seen.at(-1) ?? 0));
    },
  })()
  expect(seen).toHaveLength(2)
  expect(seen[0]).toBe(before)
  expect(seen[1]).toBeGreaterThan(before)
})
