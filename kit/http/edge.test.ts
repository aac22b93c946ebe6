import { connect as connectSocket } from 'node:net'
import type pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveApi } from '../api/serveApi.ts'
import { openLog } from '../log/log.ts'
import { openMetrics } from '../log/metrics.ts'
import { toyApi } from '../testing/toyApi.ts'
import { edge } from './edge.ts'
import { type Listening, listen } from './listen.ts'

const lines: string[] = []
const log = openLog('info', { write: (line: string) => void lines.push(line) } as pino.DestinationStream)
const metrics = openMetrics()
let listening: Listening
let origin: string

beforeAll(async () => {
  const app = edge({
    apis: [serveApi(toyApi())],
    log,
    metrics,
    pages: pages => {
      pages.get('/page', context => context.text('a page'))
      pages.get('/slow', async context => {
        await new Promise(resolve => setTimeout(resolve, 300))
        return context.text('slow but whole')
      })
      pages.get('/broken', () => {
        throw new Error('the secret is swordfish')
      })
    },
  })
  listening = await listen(app.fetch, { port: 0, host: '127.0.0.1', refuse: app.refuse, headersTimeout: 500 })
  origin = `http://127.0.0.1:${listening.port}`
})

afterAll(() => listening.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
const bodyOf = async (response: Response): Promise<any> => response.json()

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(origin + path, { ...init, headers: { 'x-key': 'me', ...init.headers } })
  return { status: response.status, headers: response.headers, body: await bodyOf(response) }
}

const post = (body: string, type = 'application/json') =>
  call('/toy/things', { method: 'POST', body, headers: { 'content-type': type } })

describe('an operation', () => {
  test('answers under each prefix, fixed paths before parameters', async () => {
    expect((await call('/toy/things/7')).body).toEqual({ ok: true, data: { id: 7, for: 'me' } })
    expect((await call('/api/toy/things/7/')).body).toEqual({ ok: true, data: { id: 7, for: 'me' } })
    expect((await call('/toy/things/all')).body.data.query).toEqual({ limit: 5 })
  })

  test('takes a POST without a body that calls itself a form', async () => {
    const pinged = await call('/toy/things/3/ping', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

    expect(pinged.body).toEqual({ ok: true, data: { pinged: 3 } })
  })

  test('gets query values in their types, from repeated keys and commas alike', async () => {
    const { body } = await call('/toy/things/all?limit=3&ids=1,2&ids=3&flag=1&kind=b')

    expect(body.data.query).toEqual({ limit: 3, ids: [1, 2, 3], flag: true, kind: 'b' })
  })

  test('takes a form where JSON is meant', async () => {
    expect((await post('name=box&size=2.5', 'application/x-www-form-urlencoded')).body.data.body).toEqual({
      name: 'box',
      size: 2.5,
    })
  })
})

describe('refusals speak the language of the API', () => {
  test('400 names the field', async () => {
    expect((await post('{}')).body).toEqual({ ok: false, error: 'name is required', status: 400, field: 'name' })
    expect((await post('{"name":5}')).body.field).toBe('name')
    expect((await post('{"name":"x","size":"2"}')).body.field).toBe('size')
    expect((await post('{"name":"x","colour":1}')).body.field).toBe('colour')
    expect((await call('/toy/things/x')).body).toMatchObject({ status: 400, field: 'id' })
    expect((await call('/toy/things/all?kind=c')).body).toMatchObject({
      field: 'kind',
      error: 'kind must be one of a, b',
    })
    expect((await call('/toy/things/all?limit=11')).body).toMatchObject({ field: 'limit' })
  })

  test('400 for broken, too deep and polluting JSON, 413 for too much, 415 for another type', async () => {
    expect((await post('{"name"')).status).toBe(400)
    expect((await post(`{"name":${'['.repeat(40)}${']'.repeat(40)}}`)).body.error).toContain('nested deeper')
    expect((await post('{"__proto__":{"x":1},"name":"y"}')).status).toBe(400)
    expect((await post(JSON.stringify({ name: 'x'.repeat(1_100_000) }))).status).toBe(413)
    expect((await post('<name/>', 'text/xml')).status).toBe(415)
  })

  test('413 for a body whose length nobody declared', async () => {
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)))
      },
    })

    const refused = await fetch(`${origin}/toy/things`, {
      method: 'POST',
      body: chunks,
      duplex: 'half',
      headers: { 'x-key': 'me', 'content-type': 'application/json' },
    } as RequestInit)

    expect(refused.status).toBe(413)
  })

  test('401 without a caller, 404 for what is not there, 405 for another method', async () => {
    expect((await bodyOf(await fetch(`${origin}/toy/things/1`))).status).toBe(401)
    expect((await call('/toy/things/404')).body).toEqual({ ok: false, error: 'Thing not found', status: 404 })
    expect((await call('/toy/nothing')).body).toMatchObject({ ok: false, status: 404 })
    expect((await call('/toy/things/1', { method: 'DELETE' })).body).toMatchObject({ ok: false, status: 405 })
    expect((await bodyOf(await fetch(`${origin}/toy/open`))).data).toEqual({ open: true })
  })

  test('414 for a long address, 431 for large headers, 408 for a client that does not go on', async () => {
    expect((await call(`/toy/things/all?x=${'x'.repeat(9000)}`)).body).toMatchObject({ ok: false, status: 414 })
    expect(await raw(`GET /toy/open HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431[\s\S]*"ok":false[\s\S]*"status":431/,
    )
    expect(await raw('GET /toy/open HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1.1 408/)
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
  })

  test('500 tells the caller nothing of the inside and the log everything', async () => {
    lines.length = 0

    const failed = await call('/toy/things/500')

    expect(failed.body).toEqual({ ok: false, error: 'Something went wrong on our side', status: 500 })
    expect(lines.join('')).toContain('swordfish')
    expect(lines.join('')).toContain(failed.headers.get('x-request-id'))
    expect((await fetch(`${origin}/broken`)).status).toBe(500)
    expect(await (await fetch(`${origin}/broken`)).text()).not.toContain('swordfish')
  })
})

test('each call leaves one line in the log, without its query', async () => {
  lines.length = 0

  await call('/toy/things/1?api_token=hidden', { headers: { 'x-request-id': 'r-1' } })

  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    request: 'r-1',
    operation: 'GET /things/{id}',
    status: 200,
    path: '/toy/things/1',
  })
  expect(lines[0]).not.toContain('hidden')
})

test('calls are counted', async () => {
  const text = await metrics.text()

  expect(text).toMatch(/portico_requests_total\{api="toy",operation="GET \/things\/\{id\}",status="200"\} \d/)
})

test('a stop lets the request in flight finish and takes no new one', async () => {
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const app = edge({
    apis: [],
    log,
    metrics,
    pages: pages =>
      pages.get('/slow', async context => {
        begin()
        await new Promise(resolve => setTimeout(resolve, 300))
        return context.text('whole')
      }),
  })
  const other = await listen(app.fetch, { port: 0, host: '127.0.0.1' })
  const slow = fetch(`http://127.0.0.1:${other.port}/slow`)
  await begun

  const stopped = other.stop()

  expect(await (await slow).text()).toBe('whole')
  await stopped
  await expect(fetch(`http://127.0.0.1:${other.port}/slow`)).rejects.toThrow()
})

test('a taken port is said in one line', async () => {
  await expect(listen(() => new Response(), { port: listening.port, host: '127.0.0.1' })).rejects.toThrow(
    `Port ${listening.port} is taken by another program`,
  )
})

/** Sends bytes and reads until the server closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(listening.port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', data => {
      text += data
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
  })
}
