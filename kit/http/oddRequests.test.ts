import { connect } from 'node:net'
import type pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveApi } from '../api/serveApi.ts'
import { openLog } from '../log/log.ts'
import { openMetrics } from '../log/metrics.ts'
import { toyApi } from '../testing/toyApi.ts'
import { edge } from './edge.ts'
import { type Listening, listen } from './listen.ts'

const lines: string[] = []
const log = openLog('info', { write: (line: string) => void lines.push(line) } as pino.DestinationStream)
let listening: Listening

beforeAll(async () => {
  const app = edge({
    apis: [serveApi(toyApi())],
    log,
    metrics: openMetrics(),
    pages: pages => pages.get('/long', context => context.body('long '.repeat(5_000_000))),
  })
  listening = await listen(app.fetch, { port: 0, host: '127.0.0.1', refuse: app.refuse, silenceTimeout: 100 })
})

afterAll(() => listening.stop())

test.each([
  ['no Host', 'GET /toy/things/7 HTTP/1.1\r\n\r\n', 400],
  ['a Host that is none', 'GET /toy/things/7 HTTP/1.1\r\nHost: a b/@\r\nConnection: close\r\n\r\n', 400],
  ['a method of proxies', 'CONNECT /toy/things/7 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
])('%s is refused in the words of the API, and the log has a line for it', async (_, request, status) => {
  lines.length = 0

  const answer = await send(request)

  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"ok":false`, 's'))
  expect(lines.map(line => JSON.parse(line))).toMatchObject([{ msg: 'refused', status, path: '/toy/things/7' }])
})

test('a request about nothing in particular is refused in JSON', async () => {
  expect(await send('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"error":/s)
})

test('HTTP/1.0 needs no Host, as balancers look after their servers', async () => {
  expect(await send('GET /toy/things/7 HTTP/1.0\r\nx-key: me\r\n\r\n')).toMatch(/^HTTP\/1.1 200 .*"ok":true/s)
})

test('an expectation nobody knows is no reason to refuse', async () => {
  const request = 'GET /toy/things/7 HTTP/1.1\r\nHost: x\r\nx-key: me\r\nExpect: wonders\r\nConnection: close\r\n\r\n'

  expect(await send(request)).toMatch(/^HTTP\/1.1 200 .*"ok":true/s)
})

test('405 names the methods that are possible in its header too', async () => {
  const answer = await fetch(`http://127.0.0.1:${listening.port}/toy/things/7`, { method: 'OPTIONS' })

  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
})

test('a client that goes away in the middle of its body is not told of as a lost database', async () => {
  lines.length = 0
  const socket = connect(listening.port, '127.0.0.1', () => {
    const headers = 'Host: x\r\nx-key: me\r\nContent-Type: application/json\r\nContent-Length: 100'
    socket.write(`POST /toy/things HTTP/1.1\r\n${headers}\r\n\r\n{`, () => setTimeout(() => socket.destroy(), 50))
  })

  const told = await vi.waitUntil(() => lines.find(line => line.includes('"operation":"POST /things"')), 120_000)
  expect(JSON.parse(told)).toMatchObject({ level: 30, status: 400, reason: 'The body was cut off' })
})

test('a client that does not read its reply is let go', async () => {
  const closed = new Promise<void>((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.pause()
    socket.on('error', () => resolve()).on('close', () => resolve())
    setTimeout(() => socket.resume(), 2_500)
    socket.setTimeout(60_000, () => reject(new Error('still open')))
  })

  await closed
})

test('an address to listen on that is not of this machine is one line', async () => {
  const start = (host: string) => listen(() => new Response(), { port: 0, host })

  await expect(start('192.0.2.1')).rejects.toThrow('This machine does not have the address 192.0.2.1')
  await expect(start('no-such-host.invalid')).rejects.toThrow('There is no host no-such-host.invalid to listen on')
})

function send(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('data', data => {
      text += data
    })
    socket.on('close', () => resolve(text)).on('error', reject)
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
  })
}
