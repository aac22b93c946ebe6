import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { TEST_CERTIFICATE } from '../mail/testing/certificate.ts'
import { openOutgoing } from './outgoing.ts'
import { openOutgoingFetch } from './outgoingFetch.ts'
import type { Resolve } from './resolveNames.ts'

// 127.0.0.1 stands for a public address here, so that nothing leaves this machine; 127.0.0.2 stays private.
vi.mock('./publicAddress.ts', () => ({ isPublicAddress: (address: string) => address === '127.0.0.1' }))

const asked: string[] = []
let connections = 0
const HANDLERS: Record<string, RequestListener> = {
  '/echo': (request, response) => {
    let body = ''
    request.on('data', piece => {
      body += piece
    })
    request.on('end', () => response.end(JSON.stringify({ method: request.method, headers: request.headers, body })))
  },
  '/short': (_, response) => response.end('ok'),
  '/large': (_, response) => response.end('x'.repeat(10_000)),
  '/endless': (_, response) => {
    const write = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  },
  '/cut': (_, response) => response.end(`${'x'.repeat(999)}é\0`),
  '/nul': (_, response) => response.end('a\0b'),
  '/silent': () => {},
  '/trickle': (_, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/hang-up': request => request.socket.destroy(),
}
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const status = /^\/redirect\/(\d+)$/.exec(request.url ?? '')?.[1]
  if (status) response.writeHead(Number(status), { location: `http://127.0.0.2:${port}/short` }).end()
  else HANDLERS[request.url ?? '']?.(request, response)
})
server.on('connection', () => {
  connections++
})
const port = await portOf(server)
const secure = createSecureServer(TEST_CERTIFICATE, (_, response) => response.end('ok'))
const securePort = await portOf(secure)
const closers = [server, secure]
afterAll(() => {
  for (const each of closers) each.closeAllConnections()
  for (const each of closers) each.close()
})
beforeEach(() => {
  asked.length = 0
  connections = 0
})

const origin = `http://127.0.0.1:${port}`
const send = openOutgoing({ privateTargets: false, timeoutMs: 500 })
const get = (path: string, sending = send) => sending({ method: 'GET', url: origin + path })
const at = (...addresses: string[]): Resolve => {
  return async () => addresses.map(address => ({ address, family: 4 }))
}
const sendTo = (resolve: Resolve) => openOutgoing({ privateTargets: false, timeoutMs: 2_000, resolve })

test('sends method, headers and body, and gives back what was answered', async () => {
  const sent = await send({ method: 'DELETE', url: `${origin}/echo`, headers: { 'x-mine': 'yes' }, body: '{"é":1}' })

  expect(sent).toMatchObject({ status: 200, headers: { 'content-length': expect.any(String) } })
  expect(JSON.parse('text' in sent ? sent.text : '')).toMatchObject({
    method: 'DELETE',
    headers: { 'x-mine': 'yes', 'content-length': '8', 'user-agent': 'Portico', host: `127.0.0.1:${port}` },
    body: '{"é":1}',
  })
})

test('of a long answer the beginning is kept, in whole characters that can be stored', async () => {
  expect(await get('/large')).toMatchObject({ text: 'x'.repeat(1_000) })
  expect(await get('/endless')).toMatchObject({ text: 'x'.repeat(1_000) })
  expect(await get('/cut')).toMatchObject({ text: 'x'.repeat(999) })
  expect(await get('/nul')).toMatchObject({ text: 'ab' })
})

test('connections are kept for the next requests, also after an answer of which the end was dropped', async () => {
  const fresh = openOutgoing({ privateTargets: false })
  for (let n = 0; n < 20; n++) await get(n % 2 ? '/short' : '/large', fresh)

  expect(connections).toBe(1)
})

test('a kept connection that ends under a request is replaced, once', async () => {
  const fresh = openOutgoing({ privateTargets: false })
  await get('/short', fresh)

  expect(await get('/hang-up', fresh)).toMatchObject({ problem: 'broken' })
  expect(asked).toEqual(['/short', '/hang-up', '/hang-up'])
  expect(await get('/hang-up', fresh)).toMatchObject({ problem: 'broken' })
  expect(asked).toHaveLength(4)
})

test.each([301, 302, 303, 307, 308])('a redirect is a problem and not followed: %d', async status => {
  expect(await get(`/redirect/${status}`)).toMatchObject({ problem: 'redirect', status })
  expect(asked).toEqual([`/redirect/${status}`])
})

describe('answers that are read as a whole', () => {
  const read = openOutgoingFetch({ privateTargets: false }, { silentMs: 100 })

  test('come with status, headers and every byte', async () => {
    const sent = await read(`${origin}/echo`, { headers: { 'x-mine': 'yes' } })

    expect([sent.status, (await (await read(`${origin}/large`, { headers: {} })).text()).length]).toEqual([200, 10_000])
    expect(await sent.json()).toMatchObject({ method: 'GET', headers: { 'x-mine': 'yes' } })
  })

  test('are refused from private addresses, also behind a name, and after a redirect', async () => {
    const named = openOutgoingFetch({ privateTargets: false, resolve: at('127.0.0.2') })

    await expect(read(`http://127.0.0.2:${port}/short`, { headers: {} })).rejects.toMatchObject({ code: 'invalid' })
    await expect(named(`http://app.example:${port}/short`, { headers: {} })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(read(`${origin}/redirect/302`, { headers: {} })).rejects.toThrow('a redirect (302)')
    expect(asked).toEqual(['/redirect/302'])
  })

  test('are given up when nothing comes for too long', async () => {
    await expect(read(`${origin}/silent`, { headers: {} })).rejects.toThrow('sent nothing')
  })
})

test.each(['/silent', '/trickle'])('a timeout when the whole exchange takes too long: %s', async path => {
  expect(await get(path, openOutgoing({ privateTargets: false, timeoutMs: 100 }))).toMatchObject({ problem: 'timeout' })
})

test('a timeout when the name is looked up for too long', async () => {
  const slow = openOutgoing({ privateTargets: false, timeoutMs: 50, resolve: () => new Promise(() => {}) })

  expect(await slow({ method: 'GET', url: 'http://app.example/' })).toMatchObject({ problem: 'timeout' })
})

test('refused when nobody listens', async () => {
  const gone = createSocketServer()
  const free = await portOf(gone)
  await new Promise(resolve => gone.close(resolve))

  expect(await send({ method: 'GET', url: `http://127.0.0.1:${free}/` })).toMatchObject({ problem: 'refused' })
})

test('dns when the name has no address', async () => {
  const unknown = sendTo(() => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND', syscall: 'queryA' })))

  expect(await unknown({ method: 'GET', url: 'http://app.example/' })).toMatchObject({
    problem: 'dns',
    message: 'The name app.example has no address (ENOTFOUND)',
  })
})

test.each([
  ['nothing', ''],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
])('broken when the target says %s', async (_what, said) => {
  const odd = createSocketServer(socket => void socket.on('error', () => {}).once('data', () => socket.end(said)))
  const oddPort = await portOf(odd)

  expect(await send({ method: 'GET', url: `http://127.0.0.1:${oddPort}/` })).toMatchObject({ problem: 'broken' })
  odd.close()
})

describe('encryption', () => {
  const ca = TEST_CERTIFICATE.cert.toString()
  const url = `https://127.0.0.1:${securePort}/`

  test('tls for a certificate that nobody vouches for, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    vi.spyOn(process, 'emitWarning').mockReturnValue()

    expect(await send({ method: 'GET', url })).toMatchObject({ problem: 'tls' })
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  test('an answer for one that is trusted', async () => {
    expect(await openOutgoing({ privateTargets: false, ca })({ method: 'GET', url })).toMatchObject({ status: 200 })
  })

  test('tls for one of another name than the one that was called', async () => {
    const trusting = openOutgoing({ privateTargets: false, ca, resolve: at('127.0.0.1') })

    expect(await trusting({ method: 'GET', url: `https://app.example:${securePort}/` })).toMatchObject({
      problem: 'tls',
    })
  })

  test('tls when the target does not encrypt', async () => {
    expect(await send({ method: 'GET', url: `https://127.0.0.1:${port}/` })).toMatchObject({ problem: 'tls' })
  })
})

describe('a name that changes what it means', () => {
  const url = `http://app.example:${port}/short`

  test('is looked up once for a connection, which goes to what was looked at', async () => {
    let lookUps = 0
    const rebinding = sendTo(async () => [{ address: lookUps++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }])

    expect(await rebinding({ method: 'POST', url })).toMatchObject({ status: 200 })
    expect(lookUps).toBe(1)
    expect(await rebinding({ method: 'POST', url })).toMatchObject({ status: 200 })
    expect([lookUps, connections]).toEqual([1, 1])

    server.closeAllConnections()
    expect(await rebinding({ method: 'POST', url })).toMatchObject({ problem: 'not allowed' })
    expect([lookUps, connections]).toEqual([2, 1])
  })

  test.each([
    [['127.0.0.2']],
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '127.0.0.1']],
    [[]],
  ])('is not allowed while it means %j', async addresses => {
    expect(await sendTo(at(...addresses))({ method: 'POST', url })).toMatchObject({ problem: 'not allowed' })
    expect(connections).toBe(0)
  })
})

async function portOf(listening: ReturnType<typeof createSocketServer>): Promise<number> {
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  return (listening.address() as AddressInfo).port
}
