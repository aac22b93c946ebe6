import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { aPerson } from '../testing/builders.ts'
import { startTestCrm } from '../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'x-api-token': owner.token,
}
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const send = (init: RequestInit & { headers?: Record<string, string> } = {}, body: unknown = LIST) =>
  fetch(`${crm.origin}/mcp`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
    headers: { ...HEADERS, ...init.headers },
  })

test('one message is answered as JSON, without a session', async () => {
  const reply = await send()

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(reply.headers.has('mcp-session-id')).toBe(false)
})

test('what a request has changed is found by its id', async () => {
  const { id } = await aPerson(owner)
  const params = { name: 'update_person', arguments: { id, job_title: 'Chief' } }
  const reply = await fetch(`${crm.origin}/mcp?write=1`, {
    method: 'POST',
    body: JSON.stringify({ ...LIST, method: 'tools/call', params }),
    headers: HEADERS,
  })
  const changes = await owner.call('GET', `/v2/changes?correlation_id=${reply.headers.get('x-request-id')}`)

  expect(changes.body.data).toMatchObject([{ user_id: owner.userId, source: 'api' }])
})

test.each([
  ['no token', { 'x-api-token': '' }],
  ['a wrong token', { 'x-api-token': 'f'.repeat(40) }],
  ['a wrong access token', { 'x-api-token': '', authorization: `Bearer v1u:${'x'.repeat(43)}` }],
])('401 with a challenge for %s', async (_what, headers) => {
  const reply = await send({ headers })

  const metadata = 'http://portico.test/.well-known/oauth-protected-resource/mcp'
  expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer realm="Portico", resource_metadata="${metadata}"`,
  ])
})

test('an assistant finds the OAuth server by itself, and what it says is so', async () => {
  const resource = await discoverOAuthProtectedResourceMetadata(`${crm.origin}/mcp`)
  expect(resource).toMatchObject({
    resource: 'http://portico.test/mcp',
    authorization_servers: ['http://portico.test'],
  })
  // The SDK demands that the document is read from the address it speaks of, which in tests is only a name.
  const fetchFn = (url: string | URL) => fetch(String(url).replace('http://portico.test', crm.origin))
  const server = await discoverAuthorizationServerMetadata('http://portico.test', { fetchFn })
  if (!server) throw new Error('there is no metadata of the server')

  expect(server.issuer).toBe('http://portico.test')
  expect(server.scopes_supported).toContain('deals:read')
  const { authorization_endpoint, token_endpoint } = server
  for (const address of [authorization_endpoint, token_endpoint, 'http://portico.test/oauth/revoke']) {
    const method = address === authorization_endpoint ? 'GET' : 'POST'
    const { status } = await fetch(address.replace('http://portico.test', crm.origin), { method })
    expect([400, 401], `${address} is there`).toContain(status)
  }
})

test('401 for a cookie or a token in the address: neither counts here', async () => {
  const { cookie } = await crm.session(owner)
  const withCookie = await send({ headers: { 'x-api-token': '', cookie, origin: 'http://portico.test' } })
  const inAddress = await fetch(`${crm.origin}/mcp?api_token=${owner.token}`, { method: 'POST' })

  expect([withCookie.status, inAddress.status]).toEqual([401, 401])
})

test('403 for pages of others, also by a name that was made to mean this machine', async () => {
  for (const origin of ['https://evil.example', crm.origin, 'null'])
    expect((await send({ headers: { origin } })).status, origin).toBe(403)
  expect((await send({ headers: { origin: 'http://portico.test' } })).status).toBe(200)
})

test.each([
  [400, 'a list of messages', [LIST, LIST]],
  [400, 'no JSON', '{'],
  [400, 'no message', { hello: 1 }],
  [413, 'a body that is too large', JSON.stringify({ ...LIST, params: { x: 'x'.repeat(3_000_000) } })],
])('%d for %s', async (status, _what, body) => {
  expect((await send({}, body)).status).toBe(status)
})

test('405 for GET and DELETE: there is no stream and no session', async () => {
  for (const method of ['GET', 'DELETE']) {
    const reply = await fetch(`${crm.origin}/mcp`, { method, headers: { 'x-api-token': owner.token } })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  }
})
