import { expect, test } from 'vitest'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()

type Sent = Record<string, string>

async function call(method: string, path: string, headers: Sent, body?: object) {
  const reply = await fetch(crm.origin + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, data: JSON.parse(await reply.text()).data }
}

const statusOf = async (...sent: Parameters<typeof call>) => (await call(...sent)).status

test('a session opens what a token of the user opens, and its writes are those of the app', async () => {
  const user = await crm.colleague(crm.owner)
  const session = await crm.session(user)

  const me = await call('GET', '/v1/users/me', session)
  const made = await call('POST', '/api/v2/deals', session, { title: 'By hand' })

  expect(me.data.id).toBe(user.userId)
  const [change] =
    await crm.sql`select source, actor_id from crm.change where entity = 'deal' and entity_id = ${`${made.data.id}`}`
  expect(change).toEqual({ source: 'app', actor_id: user.userId })
})

const READ: [string, string] = ['GET', '/v1/users/me']
const WRITE: [string, string, object] = ['POST', '/api/v2/deals', { title: 'Forged' }]
const OWN = 'http://portico.test'

test.each<[outcome: number, [string, string, object?], Sent]>([
  [401, READ, { 'sec-fetch-site': 'cross-site' }],
  [401, READ, { 'sec-fetch-site': 'same-site' }],
  [401, READ, { 'sec-fetch-site': 'none' }],
  [401, WRITE, { 'sec-fetch-site': 'cross-site', origin: OWN }],
  [401, WRITE, { origin: 'https://elsewhere.example' }],
  [401, WRITE, { origin: 'null' }],
  [401, WRITE, {}],
  [200, READ, {}],
  [200, WRITE, { origin: OWN }],
  [200, WRITE, { 'sec-fetch-site': 'same-origin' }],
])('%i for a cookie on %j with %j', async (status, [method, path, body], said) => {
  const { cookie } = await crm.session(crm.owner)

  expect(await statusOf(method, path, { cookie, ...said }, body)).toBe(status)
})

test('a token counts before a cookie', async () => {
  const other = await crm.company()
  const session = await crm.session(crm.owner)

  const me = await call('GET', '/v1/users/me', { ...session, 'x-api-token': other.token })
  const wrong = await statusOf('GET', '/v1/users/me', { ...session, 'x-api-token': '0'.repeat(40) })

  expect(me.data.company_id).toBe(other.companyId)
  expect(wrong).toBe(401)
})

async function age(user: TestUser, column: 'add_time' | 'last_used_time', interval: string) {
  await crm.sql`update crm.session set ${crm.sql(column)} = now() - ${interval}::interval where user_id = ${user.userId}`
}

test.each<[number, 'add_time' | 'last_used_time', string]>([
  [200, 'last_used_time', '13 days 23 hours'],
  [401, 'last_used_time', '14 days 1 minute'],
  [200, 'add_time', '89 days 23 hours'],
  [401, 'add_time', '90 days 1 minute'],
])('%i for a session whose %s was %s ago', async (status, column, interval) => {
  const user = await crm.colleague(crm.owner)
  const session = await crm.session(user)
  await age(user, column, interval)

  expect(await statusOf('GET', '/v1/users/me', session)).toBe(status)
})

test('sessions of a person are listed, and one that is ended opens nothing', async () => {
  const user = await crm.colleague(crm.owner)
  const [kept, lost] = [await crm.session(user), await crm.session(user)]
  const { data } = await call('GET', '/app/api/sessions', lost)
  const [{ id }] = data.filter((session: { is_current: boolean }) => session.is_current)

  expect(await statusOf('DELETE', `/app/api/sessions/${id}`, kept)).toBe(200)

  expect(data).toHaveLength(2)
  await expect.poll(() => statusOf('GET', '/v1/users/me', lost)).toBe(401)
  expect(await statusOf('GET', '/v1/users/me', kept)).toBe(200)
  expect(await statusOf('DELETE', `/app/api/sessions/${id}`, kept)).toBe(404)
  const audit = await crm.sql`select action, subject, user_id from crm.audit where user_id = ${user.userId}`
  expect(audit).toEqual([{ action: 'session_ended', subject: `session ${id}`, user_id: user.userId }])
})

test('404 for the session of somebody else, which goes on', async () => {
  const user = await crm.colleague(crm.owner)
  const theirs = await crm.session(user)
  const [row] = await crm.sql`select id from crm.session where user_id = ${user.userId}`

  expect((await crm.owner.call('DELETE', `/app/api/sessions/${row?.id}`)).status).toBe(404)

  expect(await statusOf('GET', '/v1/users/me', theirs)).toBe(200)
})

test('what is written into the audit log stays as it is', async () => {
  await crm.sql`insert into crm.audit (company_id, action, time)
    values (${crm.owner.companyId}, 'kept', now()), (${crm.owner.companyId}, 'old', now() - interval '401 days')`

  await expect(crm.sql`update crm.audit set action = 'other'`.then()).rejects.toThrow('written once')
  await expect(crm.sql`delete from crm.audit where action = 'kept'`.then()).rejects.toThrow('written once')
  await expect(crm.sql`truncate crm.audit`.then()).rejects.toThrow('written once')
  await crm.sql`delete from crm.audit where action = 'old'`
  expect(await crm.sql`select from crm.audit where action = 'kept'`).toHaveLength(1)
})
