import type { Call } from '@portico/kit/api/api'
import { openDatabase } from '@portico/kit/database/database'
import { expect, onTestFinished, test } from 'vitest'
import type { Right } from '../../../base/access/rights.ts'
import { openSignIn } from '../../../base/access/signIn.ts'
import { untilWaiting } from '../../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner, sql } = crm

// It takes milliseconds; a busy machine may need longer.
const SOON = { timeout: 120_000, interval: 20 }

async function setOf({ companyId }: TestUser, app: string, type: 'admin' | 'regular'): Promise<string> {
  const [set] = await sql<{ id: string }[]>`
    select id from crm.permission_set where company_id = ${companyId} and app = ${app} and type = ${type}`
  return set?.id ?? ''
}

const access = (by: TestUser, of: TestUser, given: object) =>
  by.call('PUT', `/app/api/users/${of.userId}/access`, given)

/** Takes somebody the administration of the account, or gives it. */
async function administer(by: TestUser, of: TestUser, type: 'admin' | 'regular') {
  const permission_set_id = await setOf(by, 'account_settings', type)
  return access(by, of, [{ app: 'account_settings', permission_set_id }])
}

const isSalesAdmin = async ({ userId }: TestUser) => {
  const [user] = await sql<{ is_admin: boolean }[]>`select is_admin from crm.app_user where id = ${userId}`
  return user?.is_admin
}

const owners = async ({ companyId }: TestUser) => {
  const rows = await sql<{ user_id: number }[]>`
    select a.user_id from crm.permission_assignment a
    join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
    where a.company_id = ${companyId} and a.app = 'account_settings' and s.type = 'admin'`
  return rows.map(row => row.user_id)
}

test('a user gets the sets that are named and keeps the others; the log has before and after', async () => {
  const user = await crm.colleague(owner)
  const sales = await setOf(owner, 'sales', 'admin')
  const before = (await user.call('GET', '/v1/users/me')).body.data.access

  const reply = await access(owner, user, [{ app: 'sales', permission_set_id: sales }])

  expect(reply.status).toBe(200)
  const after = (await user.call('GET', '/v1/users/me')).body.data.access
  expect(after).toEqual(
    before.map((held: { app: string }) =>
      held.app === 'sales' ? { app: 'sales', admin: true, permission_set_id: sales } : held,
    ),
  )
  expect(reply.body.data).toMatchObject(after)
  const [line] = await sql`select user_id, action, subject, detail from crm.audit order by id desc limit 1`
  expect(line).toMatchObject({
    user_id: owner.userId,
    action: 'rights_changed',
    subject: `user ${user.userId}`,
    detail: { before, after },
  })
})

test('who is an admin of sales follows from the set of sales, both ways, and from no other', async () => {
  const user = await crm.colleague(owner)
  const give = async (app: string, type: 'admin' | 'regular') => {
    await access(owner, user, [{ app, permission_set_id: await setOf(owner, app, type) }])
    return isSalesAdmin(user)
  }

  expect(await give('global', 'admin')).toBe(false)
  expect(await give('sales', 'admin')).toBe(true)
  expect(await give('global', 'regular')).toBe(true)
  expect(await give('sales', 'regular')).toBe(false)
})

test('a right that is taken is refused soon after in every process, one that is given is granted', async () => {
  const user = await crm.colleague(owner)
  const servers = [await anotherServer(), await anotherServer()]
  const have = (right: Right) => Promise.all(servers.map(server => server.has(user.token, right)))
  const made = await owner.call('POST', '/app/api/permissionSets', {
    name: 'No API',
    app: 'global',
    contents: ['can_use_import'],
  })
  const set = made.body.data.id
  expect(await have('can_use_api')).toEqual([true, true])

  await access(owner, user, [{ app: 'global', permission_set_id: set }])

  await expect.poll(() => have('can_use_api'), SOON).toEqual([false, false])
  await expect.poll(async () => (await user.call('GET', '/v1/users/me')).status, SOON).toBe(403)

  await owner.call('PUT', `/app/api/permissionSets/${set}`, { contents: ['can_use_api'] })

  await expect.poll(() => have('can_use_api'), SOON).toEqual([true, true])
  expect(await have('can_use_import')).toEqual([false, false])
})

/** Signing in as another process does it. Its clock stands still: what it forgets it was told to forget. */
async function anotherServer() {
  const database = openDatabase(crm.databaseUrl)
  onTestFinished(() => database.close())
  const opened = Date.now()
  const { signIn } = await openSignIn(database, { now: () => opened })
  return { has: async (token: string, right: Right) => (await signIn(callWith(token))).rights.has(right) }
}

function callWith(token: string): Call {
  return {
    request: new Request('http://portico.test/v1/users/me', { headers: { 'x-api-token': token } }),
    pathname: '/v1/users/me',
    path: '/users/me',
    search: new URLSearchParams(),
    requestId: 'r',
    remoteAddress: '203.0.113.7',
    receivedAt: new Date(),
    headers: new Map(),
  }
}

test('409 for taking the last owner, whoever else is admin of something', async () => {
  const company = await crm.company()
  const salesAdmin = await crm.colleague(company)
  await access(company, salesAdmin, [{ app: 'sales', permission_set_id: await setOf(company, 'sales', 'admin') }])

  expect(await administer(company, company, 'regular')).toMatchObject({ status: 409 })

  expect(await owners(company)).toEqual([company.userId])
})

test('409 for taking the last owner while the other one is switched off', async () => {
  const company = await crm.company()
  const other = await crm.colleague(company, { admin: true })
  await sql`update crm.app_user set active = false where id = ${other.userId}`

  expect((await administer(company, company, 'regular')).status).toBe(409)
})

test('an owner may leave when there is another', async () => {
  const company = await crm.company()
  const other = await crm.colleague(company, { admin: true })

  expect((await administer(company, company, 'regular')).status).toBe(200)

  expect(await owners(company)).toEqual([other.userId])
})

test('two owners who leave at once do not both go', async () => {
  const company = await crm.company()
  const other = await crm.colleague(company, { admin: true })
  const regular = [{ app: 'account_settings', permission_set_id: await setOf(company, 'account_settings', 'regular') }]
  let leaving: Promise<{ status: number }>[] = []

  // Both are on their way before either can write: whoever looked for other owners before waiting has seen the other.
  await sql.begin(async holding => {
    await holding`select from crm.permission_assignment where company_id = ${company.companyId} for update`
    leaving = [access(company, company, regular), access(other, other, regular)]
    await untilWaiting(crm, 2)
  })

  expect((await Promise.all(leaving)).map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await owners(company)).toHaveLength(1)
})

test('403 for an owner who was taken the rights while the call waited', async () => {
  const company = await crm.company()
  const second = await crm.colleague(company, { admin: true })
  const third = await crm.colleague(company, { admin: true })
  const regular = [{ app: 'account_settings', permission_set_id: await setOf(company, 'account_settings', 'regular') }]
  let calls: Promise<{ status: number }>[] = []

  await sql.begin(async holding => {
    await holding`select from crm.permission_assignment where company_id = ${company.companyId} and user_id = ${second.userId} for update`
    const first = access(company, second, regular)
    await untilWaiting(crm, 1)
    calls = [first, access(second, third, regular)]
    await untilWaiting(crm, 2)
  })

  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 403])
  expect(await owners(company)).toContain(third.userId)
})

test('400 for sets of another company or app and for an app twice; nothing of it is stored', async () => {
  const stranger = await crm.company()
  const user = await crm.colleague(owner)
  const sales = await setOf(owner, 'sales', 'admin')
  const before = await user.call('GET', '/v1/users/me')
  const wrong: [object, string][] = [
    [[{ app: 'sales', permission_set_id: await setOf(stranger, 'sales', 'admin') }], '0.permission_set_id'],
    [[{ app: 'global', permission_set_id: sales }], '0.permission_set_id'],
    [
      [
        { app: 'sales', permission_set_id: sales },
        { app: 'sales', permission_set_id: sales },
      ],
      '1.app',
    ],
  ]

  for (const [given, field] of wrong)
    expect(await access(owner, user, given)).toMatchObject({ status: 400, body: { field } })
  expect((await access(owner, user, [])).status).toBe(400)
  expect((await user.call('GET', '/v1/users/me')).body.data.access).toEqual(before.body.data.access)
})

test('404 for a user of another company, 403 for whoever is no admin of the account', async () => {
  const stranger = await crm.company()
  const user = await crm.colleague(owner)
  const given = [{ app: 'sales', permission_set_id: await setOf(owner, 'sales', 'admin') }]

  expect((await access(owner, stranger, given)).status).toBe(404)
  expect((await access(user, user, given)).status).toBe(403)
  expect(await isSalesAdmin(user)).toBe(false)
})

test('the web app of an owner may do it with a session', async () => {
  const user = await crm.colleague(owner)
  const headers = await crm.session(owner)
  const given = [{ app: 'sales', permission_set_id: await setOf(owner, 'sales', 'admin') }]

  const response = await fetch(`${crm.origin}/app/api/users/${user.userId}/access`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })

  expect(response.status).toBe(200)
  const [line] = await sql`select credential from crm.audit where action = 'rights_changed' order by id desc limit 1`
  expect(line?.credential).toMatch(/^session:\d+$/)
})
