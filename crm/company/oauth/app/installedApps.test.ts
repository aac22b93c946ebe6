import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { aCode, anApp, basicOf, expectEnded, sendForm, statusWith, tokensOf } from '../../../testing/oauth.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'
import { forgetGrants } from '../endGrantStore.ts'

const crm = await startTestCrm({ privateTargets: true })
const told: { method: string; headers: IncomingMessage['headers']; body: unknown }[] = []
const maker = createServer((request, response) => {
  let text = ''
  request.on('data', piece => {
    text += piece
  })
  request.on('end', () => {
    told.push({ method: request.method ?? '', headers: request.headers, body: JSON.parse(text) })
    response.writeHead(500).end()
  })
})
await new Promise<void>(resolve => maker.listen(0, '127.0.0.1', resolve))
const redirectUri = `http://127.0.0.1:${(maker.address() as AddressInfo).port}/callback`
afterAll(() => void maker.close())
beforeEach(() => {
  told.length = 0
})

const tells = (count: number) => vi.waitFor(() => expect(told).toHaveLength(count), 120_000)
/** No call-back is waiting: the queue is empty. */
const noneLeft = () =>
  vi.waitFor(async () => expect(await crm.sql`select from graphile_worker.jobs`).toHaveLength(0), 120_000)

test('people see the apps that act for them, once each, and not those of others', async () => {
  const app = await anApp(crm, crm.owner, { redirectUri })
  const colleague = await crm.colleague(crm.owner)
  await tokensOf(crm, colleague, app)
  await tokensOf(crm, colleague, app)
  await aCode(crm, colleague, await anApp(crm, crm.owner))

  const { body } = await colleague.call('GET', '/app/api/installedApps')

  expect(body.data).toEqual([
    {
      id: app.id,
      client_id: app.clientId,
      name: 'Dialler',
      company: 'Company 1',
      scopes: ['base', 'deals:full'],
      add_time: expect.any(String),
      last_used_time: null,
    },
  ])
  expect((await crm.owner.call('GET', '/app/api/installedApps')).body.data).toEqual([])
})

test('uninstalling ends everything the user granted the app, and tells the app with its own credentials', async () => {
  const app = await anApp(crm, crm.owner, { redirectUri })
  const [mine, colleague] = [await tokensOf(crm, crm.owner, app), await crm.colleague(crm.owner)]
  const theirs = await tokensOf(crm, colleague, app)

  expect((await crm.owner.call('DELETE', `/app/api/installedApps/${app.id}`)).status).toBe(200)

  await expectEnded(crm, mine.access_token)
  expect(await statusWith(crm, theirs.access_token)).toBe(200)
  expect((await crm.owner.call('DELETE', `/app/api/installedApps/${app.id}`)).status).toBe(404)
  await tells(1)
  const { companyId, userId } = crm.owner
  expect(told[0]).toMatchObject({
    method: 'DELETE',
    headers: { authorization: basicOf(app), 'content-type': 'application/json' },
  })
  expect(told[0]?.body).toEqual({
    client_id: app.clientId,
    company_id: companyId,
    user_id: userId,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  // Whatever it answers: it was told.
  await noneLeft()
  expect(told).toHaveLength(1)
})

test('an app that gives its refresh token back is told as well, one that ends its access token is not', async () => {
  const app = await anApp(crm, crm.owner, { redirectUri })
  const { access_token, refresh_token } = await tokensOf(crm, crm.owner, app)

  await sendForm(crm, '/oauth/revoke', app, { token: access_token })
  await noneLeft()
  expect(told).toHaveLength(0)
  await sendForm(crm, '/oauth/revoke', app, { token: refresh_token })

  await tells(1)
})

test('nobody is told of a change that was not committed', async () => {
  const app = await anApp(crm, crm.owner, { redirectUri })
  const { access_token } = await tokensOf(crm, crm.owner, app)
  const { uninstall } = await import('../uninstall.ts')
  const { companyId, userId } = crm.owner

  const undone = crm.database.write(async sql => {
    await uninstall(sql, { ...app, name: '' }, { companyId, userId, credential: '', address: '' })
    throw new Error('undone')
  })

  await expect(undone).rejects.toThrow('undone')
  await noneLeft()
  expect(told).toHaveLength(0)
  expect(await statusWith(crm, access_token)).toBe(200)
})

test('the apps of a user who is switched off lose everything, also when the user is switched on again', async () => {
  const app = await anApp(crm, crm.owner, { redirectUri })
  const colleague = await crm.colleague(crm.owner)
  const { access_token } = await tokensOf(crm, colleague, app)
  expect(await statusWith(crm, access_token)).toBe(200)

  const set = (active_flag: boolean) => crm.owner.call('PUT', `/v1/users/${colleague.userId}`, { active_flag })
  expect((await set(false)).status).toBe(200)

  await expectEnded(crm, access_token)
  await tells(1)
  expect((await set(true)).status).toBe(200)
  await expectEnded(crm, access_token)
})

test('what opens nothing any more is forgotten, what does is kept', async () => {
  const app = await anApp(crm, crm.owner)
  const kept = await tokensOf(crm, crm.owner, app)
  const code = await aCode(crm, crm.owner, app)
  const grants = () => crm.sql`select id from crm.oauth_grant where app_id = ${app.id}`
  await crm.database.write(forgetGrants)
  expect(await grants()).toHaveLength(2)

  await crm.sql`update crm.oauth_grant set code_expires_time = now() - interval '1 second' where app_id = ${app.id}`
  await crm.database.write(forgetGrants)

  expect(code).toBeDefined()
  expect(await grants()).toHaveLength(1)
  expect(await statusWith(crm, kept.access_token)).toBe(200)
  await crm.sql`update crm.oauth_grant set refresh_expires_time = now() - interval '1 second' where app_id = ${app.id}`
  await crm.database.write(forgetGrants)
  expect(await grants()).toHaveLength(0)
})
