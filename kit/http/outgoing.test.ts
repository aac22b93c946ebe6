import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import type { Resolve } from './allowedAddresses.ts'
import { openOutgoing } from './outgoing.ts'
import { isPublicAddress } from './publicAddress.ts'

const asked: string[] = []
const LARGE = 'x'.repeat(1_000_000)
const handlers: Record<string, RequestListener> = {
  '/echo': (request, response) => {
    let body = ''
    request.on('data', piece => {
      body += piece
    })
    request.on('end', () => response.end(JSON.stringify({ method: request.method, headers: request.headers, body })))
  },
  '/redirect': (_, response) => response.writeHead(302, { location: '/echo' }).end(),
  '/large': (_, response) => response.end(LARGE),
  '/silent': () => {},
  '/trickle': (_, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
}
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  handlers[request.url ?? '']?.(request, response)
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const origin = `http://127.0.0.1:${port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const toAll = openOutgoing({ privateTargets: true, timeoutMs: 500, mostBytes: 1000 })
const toPublic = openOutgoing({ privateTargets: false, timeoutMs: 500 })
const resolvesTo = (...addresses: string[]): Resolve => {
  return (_host, _options, done) =>
    done(
      null,
      addresses.map(address => ({ address, family: 4 })),
    )
}

test('sends method, headers and body, and gives back what was answered', async () => {
  const { status, text } = await toAll({
    method: 'DELETE',
    url: `${origin}/echo`,
    headers: { 'x-mine': 'yes' },
    body: '{"é":1}',
  })

  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({
    method: 'DELETE',
    headers: { 'x-mine': 'yes', 'content-length': '8' },
    body: '{"é":1}',
  })
})

test('a redirect is an answer and not followed', async () => {
  asked.length = 0

  expect((await toAll({ method: 'GET', url: `${origin}/redirect` })).status).toBe(302)
  expect(asked).toEqual(['/redirect'])
})

test('of a long answer only the beginning is read', async () => {
  expect((await toAll({ method: 'GET', url: `${origin}/large` })).text).toBe('x'.repeat(1000))
})

test.each(['/silent', '/trickle'])('503 when the whole exchange takes too long: %s', async path => {
  await expect(toAll({ method: 'GET', url: origin + path })).rejects.toMatchObject({ code: 'unavailable' })
})

test('503 when nobody listens', async () => {
  await expect(toAll({ method: 'GET', url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ code: 'unavailable' })
})

describe('403 and nothing is sent', () => {
  test.each([
    `http://127.0.0.1:${port}/echo`,
    `http://localhost:${port}/echo`,
    `http://2130706433:${port}/echo`,
    `http://0x7f.1:${port}/echo`,
    `http://0:${port}/echo`,
    `http://[::1]:${port}/echo`,
    `http://[::ffff:127.0.0.1]:${port}/echo`,
    `http://[64:ff9b::7f00:1]:${port}/echo`,
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
  ])('for %s', async url => {
    asked.length = 0

    await expect(toPublic({ method: 'GET', url })).rejects.toMatchObject({ code: 'forbidden' })
    expect(asked).toEqual([])
  })

  test.each([
    [['127.0.0.1']],
    [['93.184.216.34', '127.0.0.1']],
    [[]],
  ])('for a name that means %j, of which one is private', async addresses => {
    asked.length = 0
    const send = openOutgoing({ privateTargets: false, resolve: resolvesTo(...addresses) })

    await expect(send({ method: 'GET', url: `http://app.example:${port}/echo` })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(asked).toEqual([])
  })
})

test('a name is looked up once for each connection, and connected to what was looked at', async () => {
  let lookUps = 0
  const resolve: Resolve = (_host, _options, done) => {
    lookUps++
    done(null, [{ address: '127.0.0.1', family: 4 }])
  }
  const send = openOutgoing({ privateTargets: true, resolve })

  expect((await send({ method: 'GET', url: `http://app.example:${port}/echo` })).status).toBe(200)
  expect(lookUps).toBe(1)
})

test.each([
  'file:///etc/passwd',
  'ftp://app.example/',
  'nonsense',
  'https://user:pass@app.example/',
])('400 for %s', async url => {
  await expect(toAll({ method: 'GET', url })).rejects.toMatchObject({ code: 'invalid' })
})

test.each([
  ['93.184.216.34', true],
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.255.255.255', false],
  ['169.254.1.1', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['not an address', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
