import { openDatabase } from '@portico/kit/database/database'
import { edge } from '@portico/kit/http/edge'
import { openLog } from '@portico/kit/log/log'
import { openMetrics } from '@portico/kit/log/metrics'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openCrm } from '../../openCrm.ts'
import { startTestCrm, TEST_SECRET, type TestUser } from '../../testing/startTestCrm.ts'
import { BURST_WINDOW_MS } from './plans.ts'

/** Two processes on one database, as far as a test can have them: two CRMs with connections of their own. */
const crm = await startTestCrm({ rateLimit: true })
const database = openDatabase(crm.databaseUrl)
const other = await openCrm({
  database,
  files: crm.files,
  origin: 'http://portico.test',
  rateLimit: true,
  secrets: [TEST_SECRET],
  log: openLog('error'),
})
const { fetch } = edge({ apis: other.apis, log: openLog('error'), metrics: openMetrics() })
afterAll(() => database.close())

type Answer = (path: string, init: RequestInit) => Promise<Response>
const inOther: Answer = async (path, init) => fetch(new Request(`http://portico.test${path}`, init), {})

const LIMIT = 20
/** What one of two processes may have taken and not used: the calls that are refused too early. */
const LOST = 2

async function aUser(): Promise<TestUser> {
  const user = await crm.company()
  await crm.sql`update crm.company set plan = 'lite' where id = ${user.companyId}`
  return user
}

/** The window rolls on while a busy machine works. */
const most = (began: number) => LIMIT * (1 + (Date.now() - began) / BURST_WINDOW_MS)

async function passed(answer: Answer, { token }: TestUser, calls: number): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: calls }, () => answer('/v1/users/me', { headers: { 'x-api-token': token } })),
  )
  const statuses = replies.map(reply => reply.status)
  expect(statuses.filter(status => status !== 200 && status !== 429)).toEqual([])
  return statuses.filter(status => status === 200).length
}

beforeAll(async () => {
  // They know of each other when they count together.
  await vi.waitFor(
    async () => {
      const user = await aUser()
      await passed(crm.answer, user, 1)
      await passed(inOther, user, 1)
      const [row] = await crm.sql`select used from crm.call_window where company_id = ${user.companyId}`
      expect(row?.used).toBeGreaterThan(2)
    },
    { timeout: 120_000, interval: 100 },
  )
})

test('429 for what two processes get at once beyond the limit of the token', async () => {
  const user = await aUser()
  const began = Date.now()

  const both = await Promise.all([passed(crm.answer, user, 40), passed(inOther, user, 40)])

  const sum = both[0] + both[1]
  expect(sum).toBeLessThanOrEqual(most(began))
  expect(sum).toBeGreaterThanOrEqual(LIMIT - LOST)
})

test('calls in one of two processes have the whole limit, and those in the other nothing then', async () => {
  const user = await aUser()
  const began = Date.now()

  const first = await passed(crm.answer, user, LIMIT)
  const then = await passed(inOther, user, LIMIT)

  expect(first).toBeGreaterThanOrEqual(LIMIT - LOST)
  expect(first + then).toBeLessThanOrEqual(most(began))
})

test('going on for several windows lets no more through than the limit for each', async () => {
  const user = await aUser()
  const began = Date.now()
  let sum = 0

  while (Date.now() - began < 5_000) sum += (await passed(crm.answer, user, 5)) + (await passed(inOther, user, 5))

  expect(sum).toBeLessThanOrEqual(most(began))
  expect(sum).toBeGreaterThan(LIMIT)
})
