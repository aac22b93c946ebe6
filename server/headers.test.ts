import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from './testing/startTestServer.ts'
import { createApiTokenWith } from './testing/tokens.ts'

/* What holds for every route and every refusal is asked of all of them. */

const { server, origin, sql } = await startTestServer()
const apis = server.products.flatMap(product => product.apis.map(served => served.api))
const isOfApi = (path: string) =>
  apis.some(({ prefixes }) => prefixes.some(prefix => path === prefix || path.startsWith(`${prefix}/`)))

test('every page, asset and state answers with nosniff, a policy against frames and a referrer policy', async () => {
  const routes = server.edge.pageRoutes
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/docs', '/healthz', '/metrics', '/gate/demo', '/favicon.svg']),
  )
  for (const { method, path } of routes) {
    const concrete = path.replace(/:[^/]+/g, 'x').replace(/\*/g, 'x')
    for (const accept of ['text/html', 'application/json']) {
      const reply = await fetch(origin + concrete, {
        method: method === 'ALL' ? 'GET' : method,
        headers: { accept },
        redirect: 'manual',
      })
      await reply.body?.cancel()
      expect([`${method} ${path} ${reply.status}`, lacking(reply.headers)]).toEqual([
        `${method} ${path} ${reply.status}`,
        [],
      ])
    }
  }
})

test('every operation answers a stranger with nosniff, and pages of HTML with everything', async () => {
  for (const { prefixes, operations } of apis) {
    for (const { name } of operations) {
      const [method = '', path = ''] = name.split(' ')
      const reply = await fetch(`${origin}${prefixes[0]}${path.replace(/\{[^}]+\}/g, '1')}`, {
        method,
        redirect: 'manual',
      })
      await reply.body?.cancel()
      const expected = reply.headers.get('content-type')?.includes('html') ? lacking(reply.headers) : []
      expect([name, reply.headers.get('x-content-type-options'), expected]).toEqual([name, 'nosniff', []])
    }
  }
})

const line = (method: string, path: string, ...headers: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'host: x', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`
const PLACES = ['/no/such/page', '/v1/deals', '/api/v2/deals', '/api/books/getAllBooks', '/market/login', '/gate/demo']

const REFUSALS: [number, string, (path: string) => string][] = [
  [400, 'a length that is none', path => line('POST', path, 'content-length: abc')],
  [400, 'no host', path => `GET ${path} HTTP/1.1\r\n\r\n`],
  [405, 'a proxy asked for', path => line('CONNECT', path)],
  [414, 'an address too long', path => line('GET', `${path}?${'a'.repeat(9000)}`)],
  [431, 'headers too large', path => line('GET', path, `x-long: ${'a'.repeat(20_000)}`)],
]

test.each(REFUSALS)('%i for %s carries the headers, wherever it was sent', async (status, _, requestFor) => {
  for (const path of PLACES) {
    const { status: found, headers } = await raw(requestFor(path))
    expect([path, found]).toEqual([path, status])
    expect([path, isOfApi(path) ? headers.get('x-content-type-options') : lacking(headers)]).toEqual([
      path,
      isOfApi(path) ? 'nosniff' : [],
    ])
  }
})

test('401, 403, 404, 405, 413 and 511 carry the headers', async () => {
  const token = await createApiTokenWith(sql, [])
  const refused: [number, string, RequestInit][] = [
    [401, '/v1/deals', {}],
    [401, '/api/v2/deals', {}],
    [401, '/api/books/getUsersPosts', {}],
    [403, '/v1/deals', { headers: { 'x-api-token': token } }],
    [404, '/v1/no-such-thing', {}],
    [404, '/api/no-such-thing', {}],
    [404, '/market/no-such-thing', {}],
    [511, '/gate/no-such-thing', {}],
    [405, '/v1/deals', { method: 'PATCH' }],
    [413, '/api/auth/login', { method: 'POST', body: 'x'.repeat(3_000_000) }],
    [413, '/market/login', { method: 'POST', body: 'x'.repeat(3_000_000), headers: { origin } }],
  ]
  for (const [status, path, init] of refused) {
    const reply = await fetch(origin + path, { redirect: 'manual', ...init })
    await reply.body?.cancel()
    expect([path, reply.status]).toEqual([path, status])
    const found = isOfApi(path) ? [] : lacking(reply.headers)
    expect([path, reply.headers.get('x-content-type-options'), found]).toEqual([path, 'nosniff', []])
  }
})

/** Which of the headers a browser should be given are missing. */
function lacking(headers: Headers): string[] {
  const missing: string[] = []
  if (headers.get('x-content-type-options') !== 'nosniff') missing.push('x-content-type-options')
  if (!/^(no-referrer|same-origin)$/.test(headers.get('referrer-policy') ?? '')) missing.push('referrer-policy')
  if (!headers.get('content-security-policy')?.includes("frame-ancestors 'none'")) missing.push('frame-ancestors')
  return missing
}

function raw(request: string): Promise<{ status: number; headers: Headers }> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.setEncoding('latin1').on('data', data => {
      text += data
    })
    socket
      .on('error', () => {})
      .on('close', () => {
        const [head = ''] = text.split('\r\n\r\n')
        const [first = '', ...lines] = head.split('\r\n')
        if (!first) return reject(new Error('no answer'))
        const headers = lines.map((one): [string, string] => [
          one.split(':')[0] ?? '',
          one.slice(one.indexOf(':') + 1).trim(),
        ])
        resolve({ status: Number(first.split(' ')[1]), headers: new Headers(headers) })
      })
  })
}
