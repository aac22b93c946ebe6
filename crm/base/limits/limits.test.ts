import type { Database } from '@portico/kit/database/database'
import type { Message } from '@portico/kit/mail/message'
import { expect, test, vi } from 'vitest'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { BURST_WINDOW_MS } from './plans.ts'
import { settleTokens } from './settleTokens.ts'
import { tellSpendingTask } from './tellSpending.ts'

const crm = await startTestCrm({ rateLimit: true })

const setPlan = (user: TestUser, plan: string, extra = 0) =>
  crm.sql`update crm.company set plan = ${plan}, extra_tokens = ${extra} where id = ${user.companyId}`

/** The window rolls on while a busy machine works. */
const mostSince = (began: number, limit: number) => limit * (1 + (Date.now() - began) / BURST_WINDOW_MS)

const today = () => new Date().toISOString().slice(0, 10)

/** The budget of a company is asked for with its first call and known a moment later. */
async function untilKnown(user: TestUser) {
  return vi.waitFor(
    async () => {
      const reply = await user.call('GET', '/v1/users/me')
      expect(reply.headers.get('x-daily-ratelimit-token-limit')).not.toBeNull()
      return reply
    },
    { timeout: 120_000, interval: 200 },
  )
}

test('answers tell what is left at once and today, by the plan and the seats of the company', async () => {
  const user = await crm.company()
  await setPlan(user, 'growth', 500)
  await crm.colleague(user)

  const { headers } = await untilKnown(user)

  expect(headers.get('x-ratelimit-limit')).toBe('40')
  expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(40)
  expect(Number(headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(2)
  expect(headers.get('x-daily-ratelimit-token-limit')).toBe(String(30_000 * 2 * 2 + 500))
  const left = Number(headers.get('x-daily-ratelimit-token-remaining'))
  const search = await user.call('GET', '/v2/itemSearch?term=zork')
  expect(search.headers.get('x-ratelimit-limit')).toBe('10')
  expect(search.headers.get('x-daily-ratelimit-token-remaining')).toBe(String(left - 20))
  const added = await user.call('POST', '/v2/deals', { title: 'x' })
  expect(added.headers.get('x-daily-requests-left')).toBe(String(Math.floor((left - 25) / 5)))
  const changed = await user.call('PUT', `/v1/deals/${added.body.data.id}`, { title: 'y' })
  expect(changed.headers.get('x-daily-requests-left')).toMatch(/^\d+$/)
})

test('whoever runs the server says how many searches may come at once', async () => {
  const own = await startTestCrm({ rateLimit: true, searchLimit: 3 })

  const began = Date.now()

  const replies = await Promise.all(Array.from({ length: 40 }, () => own.owner.call('GET', '/v2/itemSearch?term=zork')))

  const served = replies.filter(({ status }) => status === 200)
  expect(served.length).toBeGreaterThanOrEqual(3)
  expect(served.length).toBeLessThanOrEqual(mostSince(began, 3))
  expect(replies[0]?.headers.get('x-ratelimit-limit')).toBe('3')
})

test('429 with a time to come back when too many calls come at once', async () => {
  const user = await crm.company()
  await setPlan(user, 'lite')
  const began = Date.now()

  const replies = await Promise.all(Array.from({ length: 200 }, () => user.call('GET', '/v1/users/me')))

  const refused = replies.filter(reply => reply.status === 429)
  expect(replies.length - refused.length).toBeLessThanOrEqual(mostSince(began, 20))
  expect(refused[0]?.body).toMatchObject({ success: false, errorCode: 429 })
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('429 until midnight when the tokens of the day are used up, for everyone in the company and no one else', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  await setPlan(user, 'lite')
  await crm.sql`insert into crm.token_spending values (${user.companyId}, ${today()}, 60000)`

  const refused = await vi.waitFor(
    async () => {
      const reply = await user.call('GET', '/v1/users/me')
      expect(reply.status).toBe(429)
      return reply
    },
    { timeout: 120_000, interval: 200 },
  )

  expect(refused.body).toMatchObject({ errorCode: 429, error: expect.stringContaining('midnight') })
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400)
  expect((await colleague.call('GET', '/v1/users/me')).status).toBe(429)
  expect((await crm.owner.call('GET', '/v1/users/me')).status).toBe(200)

  await setPlan(user, 'lite', 1000)
  await vi.waitFor(async () => expect((await user.call('GET', '/v1/users/me')).status).toBe(200), {
    timeout: 120_000,
    interval: 200,
  })
})

test('admins are told by mail', async () => {
  const user = await crm.company()
  await crm.colleague(user)
  const sent: Message[] = []
  const from = { name: '', address: 'portico@example.com' }
  const mail = {
    place: 'test',
    from,
    leaves: true,
    check: async () => {},
    send: async (message: Message) => void sent.push(message),
  }
  const tell = tellSpendingTask(crm.database, mail, 'http://portico.test')

  await tell({ companyId: user.companyId, day: '2026-03-01', percent: 75, limit: 60_000 })
  await tell({ companyId: user.companyId, day: '2026-03-01', percent: 100, limit: 60_000 })

  expect(sent.map(message => message.subject)).toEqual([
    '75 % of the API tokens of today are used',
    'The API tokens of today are used up',
  ])
  expect(sent[0]?.text).toContain('60000 tokens')
})

test('the mail is asked for once, when three quarters and when all of it is spent', async () => {
  const user = await crm.company()
  await setPlan(user, 'lite')
  const asked: string[][] = []
  // Looks at the jobs of each transaction before it ends and a worker takes them.
  const watched: Database = {
    ...crm.database,
    write: work =>
      crm.database.write(async sql => {
        const result = await work(sql)
        const jobs = await sql<{ key: string }[]>`
          select key from graphile_worker.jobs
          where key like ${`crm:tell-spending ${user.companyId} %`} and created_at = now()`
        asked.push(jobs.map(job => job.key.split(' ').at(-1) ?? ''))
        return result
      }),
  }
  const settle = settleTokens(watched)

  for (const tokens of [22_499, 1, 7_499, 1, 1]) await settle(user.companyId, '2026-03-01', tokens)

  expect(asked.flat()).toEqual(['75', '100'])
  expect(asked.map(keys => keys.length)).toEqual([0, 1, 0, 1, 0])
})
