import type { Call } from '@portico/kit/api/api'
import { type Database, openDatabase } from '@portico/kit/database/database'
import { expect, onTestFinished, test } from 'vitest'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { digestOf, newApiToken } from './apiToken.ts'
import { openSignIn } from './signIn.ts'

const crm = await startTestCrm()

/** A second process on the same database, as far as signing in goes; it counts what it asks the database. */
async function anotherServer({ limited = true } = {}) {
  const own = openDatabase(crm.databaseUrl)
  onTestFinished(() => own.close())
  let asked = 0
  const database: Database = {
    ...own,
    read(work) {
      asked++
      return own.read(work)
    },
  }
  // Its clock stands still: what it forgets it was told to forget.
  const opened = Date.now()
  const { signIn } = await openSignIn(database, { limited, now: () => opened })
  return {
    asked: () => asked,
    status: (token: string, from = '203.0.113.7'): Promise<number> =>
      signIn(callWith(token, from)).then(
        () => 200,
        error => error.status,
      ),
  }
}

function callWith(token: string, remoteAddress: string): Call {
  return {
    request: new Request('http://portico.test/v1/users/me', { headers: { 'x-api-token': token } }),
    pathname: '/v1/users/me',
    path: '/users/me',
    search: new URLSearchParams(),
    requestId: 'r',
    remoteAddress,
    receivedAt: new Date(),
    headers: new Map(),
  }
}

const wrongToken = newApiToken

test.each([
  '',
  'x',
  'f'.repeat(39),
  'f'.repeat(41),
  'g'.repeat(40),
  `${'f'.repeat(39)} `,
  "' or true --",
])('401 without asking the database for what cannot be a token: %j', async token => {
  const server = await anotherServer()

  expect(await server.status(token)).toBe(401)
  expect(server.asked()).toBe(0)
})

test('401 for a wrong token two thousand times costs one query', async () => {
  const server = await anotherServer()
  const token = wrongToken()

  const together = await Promise.all(Array.from({ length: 1_000 }, () => server.status(token)))
  for (let call = 0; call < 1_000; call++) together.push(await server.status(token))

  expect(new Set(together)).toEqual(new Set([401]))
  expect(server.asked()).toBe(1)
})

test('429 for a client that tries two thousand different tokens; the others are let in meanwhile', async () => {
  const server = await anotherServer()

  const tries = Array.from({ length: 2_000 }, () => server.status(wrongToken(), '203.0.113.9'))
  const other = await server.status(crm.owner.token, '198.51.100.1')
  const statuses = await Promise.all(tries)

  expect(other).toBe(200)
  expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(110)
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(1_890)
  expect(server.asked()).toBeLessThanOrEqual(111)
  expect(await server.status(wrongToken(), '203.0.113.9')).toBe(429)
  expect(await server.status(wrongToken(), '198.51.100.2')).toBe(401)
})

test('good tokens of one client count for nothing, however many at once', async () => {
  const server = await anotherServer()
  const people = await Promise.all(Array.from({ length: 120 }, () => crm.colleague(crm.owner)))

  const statuses = await Promise.all(people.map(person => server.status(person.token)))

  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a token that was wrong a moment ago works in every process once it is made', async () => {
  const server = await anotherServer()
  const token = newApiToken()
  expect(await server.status(token)).toBe(401)
  expect((await call(token)).status).toBe(401)

  await crm.sql`insert into crm.api_token (company_id, user_id, digest)
    values (${crm.owner.companyId}, ${crm.owner.userId}, ${digestOf(token)})`

  await expect.poll(() => server.status(token), SOON).toBe(200)
  await expect.poll(async () => (await call(token)).status, SOON).toBe(200)
})

// It takes milliseconds; a busy machine may need longer.
const SOON = { timeout: 120_000, interval: 20 }

function call(token: string) {
  return fetch(`${crm.origin}/v1/users/me`, { headers: { 'x-api-token': token } })
}

const ENDS: [string, (user: TestUser) => Promise<unknown>][] = [
  [
    'its token is revoked',
    user => crm.sql`update crm.api_token set revoked_time = now() where user_id = ${user.userId}`,
  ],
  ['its token is deleted', user => crm.sql`delete from crm.api_token where user_id = ${user.userId}`],
  ['its user is deactivated', user => crm.sql`update crm.app_user set active = false where id = ${user.userId}`],
  ['its user is deleted', user => crm.sql`update crm.app_user set is_deleted = true where id = ${user.userId}`],
]

test.each(ENDS)('401 in every process soon after %s', async (_, ends) => {
  const server = await anotherServer()
  const user = await crm.colleague(crm.owner)
  expect([await server.status(user.token), (await call(user.token)).status]).toEqual([200, 200])

  await ends(user)

  await expect.poll(() => server.status(user.token), SOON).toBe(401)
  await expect.poll(async () => (await call(user.token)).status, SOON).toBe(401)
})

test('a user who becomes an admin is one soon after', async () => {
  const user = await crm.colleague(crm.owner)
  const mayAddPipeline = async () => (await user.call('POST', '/v2/pipelines', { name: 'Own' })).status
  const before = await mayAddPipeline()

  await crm.sql`update crm.app_user set is_admin = true where id = ${user.userId}`

  expect(before).toBe(403)
  await expect.poll(mayAddPipeline, SOON).not.toBe(403)
})
