import { expect, test } from 'vitest'
import { heldBack } from '../../../testing/heldBack.ts'
import { anApp, bearer, tokensOf } from '../../../testing/oauth.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm({ usesWrittenAfterMs: 20 })

const statusWith = async (token: string, method = 'GET', path = '/v1/users/me') =>
  (await fetch(crm.origin + path, { method, headers: { 'x-api-token': token } })).status

test('a token is shown once, opens what its user may do, is listed without itself, and ends when revoked', async () => {
  const user = await crm.colleague(crm.owner)

  const made = await user.call('POST', '/app/api/tokens', { name: 'reports' })
  const { id, token } = made.body.data
  const opened = await statusWith(token)
  const listed = await user.call('GET', '/app/api/tokens')
  const revoked = await user.call('DELETE', `/app/api/tokens/${id}`)

  expect([made.status, opened, revoked.status]).toEqual([201, 200, 200])
  expect(token).toMatch(/^[0-9a-f]{40}$/)
  expect(listed.body.data[0]).toMatchObject({ id, name: 'reports', scopes: null, read_only: false, is_personal: false })
  expect(JSON.stringify(listed.body)).not.toContain(token)
  await expect.poll(() => statusWith(token)).toBe(401)
  expect((await user.call('DELETE', `/app/api/tokens/${id}`)).status).toBe(404)
  const rows = await crm.sql`select action from crm.audit where user_id = ${user.userId} order by id`
  expect(rows.map(row => row.action)).toEqual(['token_created', 'token_revoked'])
})

test('403 for writes with a token that may only read', async () => {
  const made = await crm.owner.call('POST', '/app/api/tokens', { name: 'backup', read_only: true })

  expect(await statusWith(made.body.data.token, 'GET', '/api/v2/deals')).toBe(200)
  expect(await statusWith(made.body.data.token, 'POST', '/api/v2/deals')).toBe(403)
  expect(await statusWith(made.body.data.token, 'POST', '/app/api/tokens/personal')).toBe(403)
})

test('403 outside the scopes of a token, which cannot make itself another one either', async () => {
  const made = await crm.owner.call('POST', '/app/api/tokens', { name: 'deals', scopes: ['deals:read'] })
  const { token } = made.body.data

  expect(await statusWith(token, 'GET', '/api/v2/deals')).toBe(200)
  expect(await statusWith(token, 'GET', '/api/v2/persons')).toBe(403)
  expect(await statusWith(token, 'GET', '/app/api/tokens')).toBe(403)
  expect(await statusWith(token, 'POST', '/app/api/tokens/personal')).toBe(403)
})

test('401 once a token has run out', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const made = await crm.owner.call('POST', '/app/api/tokens', { name: 'short', expires_time: soon })
  const { id, token } = made.body.data
  expect(await statusWith(token)).toBe(200)

  await crm.sql`update crm.api_token set expires_time = now() - interval '1 second' where id = ${id}`

  await expect.poll(() => statusWith(token)).toBe(401)
})

test.each([
  ['name', { name: '' }],
  ['scopes', { name: 'x', scopes: ['deals:write'] }],
  ['scopes', { name: 'x', scopes: [] }],
  ['expires_time', { name: 'x', expires_time: '2020-01-01T00:00:00Z' }],
  ['expires_time', { name: 'x', expires_time: 'tomorrow' }],
])('400 naming %s for %j', async (field, body) => {
  const reply = await crm.owner.call('POST', '/app/api/tokens', body)

  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toContain(field)
})

test('the personal token is one: a new one ends the former, in two calls at once too', async () => {
  const user = await crm.colleague(crm.owner)
  const first = (await user.call('POST', '/app/api/tokens/personal')).body.data.token

  const both = await heldBack(crm, 'lock table crm.api_token in share mode', () =>
    [1, 2].map(() => user.call('POST', '/app/api/tokens/personal')),
  )

  expect(both.map(reply => reply.status)).toEqual([201, 201])
  await expect.poll(() => statusWith(first)).toBe(401)
  const open = async () =>
    (await Promise.all(both.map(reply => statusWith(reply.body.data.token)))).filter(status => status === 200)
  await expect.poll(open).toHaveLength(1)
  const rows = await crm.sql`select from crm.api_token
    where user_id = ${user.userId} and is_personal and revoked_time is null`
  expect(rows).toHaveLength(1)
})

test('404 for tokens of others, unless for an admin of the account', async () => {
  const [user, other] = [await crm.colleague(crm.owner), await crm.colleague(crm.owner)]
  const stranger = await crm.company()
  const { id, token } = (await user.call('POST', '/app/api/tokens', { name: 'mine' })).body.data

  const refused = [
    await other.call('DELETE', `/app/api/tokens/${id}`),
    await stranger.call('DELETE', `/app/api/tokens/${id}`),
  ]
  const everyone = await other.call('GET', '/app/api/tokens?everyone=true')
  const seen = await crm.owner.call('GET', '/app/api/tokens?everyone=true')
  const ended = await crm.owner.call('DELETE', `/app/api/tokens/${id}`)

  expect(refused.map(reply => reply.status)).toEqual([404, 404])
  expect(everyone.status).toBe(403)
  expect(seen.body.data.map((one: { id: number }) => one.id)).toContain(id)
  expect(ended.status).toBe(200)
  await expect.poll(() => statusWith(token)).toBe(401)
})

test('a call is noted as the last use of its token, session or app, for whoever lists them', async () => {
  const user = await crm.colleague(crm.owner)
  const made = await user.call('POST', '/app/api/tokens', { name: 'used' })
  const app = await anApp(crm, crm.owner)
  const { access_token } = await tokensOf(crm, user, app)
  const session = await crm.session(user)
  await crm.sql`update crm.session set last_used_time = now() - interval '1 day' where user_id = ${user.userId}`
  const since = Date.now() - 1000
  const lastUses = async () => {
    const tokens = (await user.call('GET', '/app/api/tokens')).body.data
    const used = [
      tokens.find(({ id }: { id: number }) => id === made.body.data.id),
      (await user.call('GET', '/app/api/sessions')).body.data[0],
      (await user.call('GET', '/app/api/installedApps')).body.data[0],
    ]
    return used.map(one => one.last_used_time !== null && Date.parse(one.last_used_time) >= since)
  }
  expect(await lastUses()).toEqual([false, false, false])

  for (const headers of [{ 'x-api-token': made.body.data.token }, session, bearer(access_token)])
    expect((await fetch(`${crm.origin}/v1/users/me`, { headers })).status).toBe(200)

  await expect.poll(lastUses).toEqual([true, true, true])
})
