import { createServer, request as httpRequest, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APPS, type RunningApp } from '../testing/apps.ts'
import { eachEvent } from '../testing/events.ts'
import { aGate, aVisitor, DOMAIN, passTest, protectedBy } from '../testing/visitor.ts'
import { expressGate } from './express.ts'
import { fetchGate } from './fetch.ts'
import { honoGate } from './hono.ts'

/** One behaviour, whatever the framework: the same tests over a real listener for each. */
describe.each(Object.entries(APPS))('%s', (_, start) => {
  let app: RunningApp
  beforeAll(async () => {
    app = await start(aGate({ basePath: '/gate', providers: ['self', 'test'] }))
  })
  afterAll(() => app.close())

  const send = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : undefined
    const headers = request.headers
    return fetch(`http://127.0.0.1:${app.port}${pathname}${search}`, {
      method: request.method,
      headers,
      ...(body ? { body } : {}),
    })
  }
  const visitor = () => {
    const one = aVisitor(send)
    return { ...one, open: () => one.open('/film') }
  }

  it('511 with the page and the session cookie, and the application is not reached', async () => {
    const before = app.calls()
    const response = await visitor().fetch('/film', { headers: { accept: 'text/html' } })

    expect(response.status).toBe(511)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^gate-session-[0-9a-f]{8}=/)])
    expect(await response.text()).toContain('<h1>Confirm your age</h1>')
    expect(app.calls()).toBe(before)
  })

  it('511 for a post, whose body is not taken for an answer', async () => {
    const before = app.calls()

    expect((await visitor().post('/echo', { a: 1 })).status).toBe(511)
    expect(app.calls()).toBe(before)
  })

  it('lets the verified through, with the id on the request and on the answer', async () => {
    const person = visitor()
    expect((await passTest(person, 'person', '/gate')).status).toBe(204)

    const response = await person.fetch('/film')
    const text = await response.text()

    expect([response.status, response.headers.get('x-app')]).toEqual([200, 'yes'])
    expect(response.headers.getSetCookie()).toEqual(['app=1'])
    expect(response.headers.get('x-verification-id')).toMatch(/^[0-9a-f]{64}$/)
    expect(text).toBe(`hello ${response.headers.get('x-verification-id')}`)
  })

  it('replaces an id the client made up', async () => {
    const person = visitor()
    await passTest(person, 'person', '/gate')

    const text = await (await person.fetch('/film', { headers: { 'X-Verification-Id': 'made-up' } })).text()

    expect(text).toMatch(/^hello [0-9a-f]{64}$/)
  })

  it('hands a body on to the application untouched', async () => {
    const person = visitor()
    await passTest(person, 'person', '/gate')
    const body = `text ${'ä'.repeat(10_000)}`

    const response = await person.post('/echo', body, { 'content-type': 'text/plain; charset=utf-8' })

    expect(await response.text()).toBe(body)
  })

  it('streams events as they happen', async () => {
    const person = visitor()
    const sessionId = await person.open()
    const response = await person.fetch(`/gate/sse?session=${sessionId}`)
    const stream = eachEvent(response)

    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect((await stream.next()).value).toMatchObject({ event: 'pending' })
    await person.post('/gate/verify/test', { sessionId, pass: false })
    expect((await stream.next()).value).toMatchObject({ event: 'failed' })
    await person.post('/gate/verify/test', { sessionId, pass: true })
    expect((await stream.next()).value).toMatchObject({ event: 'completed' })
    expect((await stream.next()).done).toBe(true)
  })

  it('survives a visitor who leaves in the middle of a stream', async () => {
    const person = visitor()
    const sessionId = await person.open()
    const stream = eachEvent(await person.fetch(`/gate/sse?session=${sessionId}`))
    await stream.next()
    await stream.return(undefined)

    expect((await passTest(person, 'person', '/gate')).status).toBe(204)
  })

  it("answers the library's routes itself: 200 to the relayer, 403, 404, 405, 413", async () => {
    const person = visitor()
    const relayer = await person.post('/gate/verify/self', { userContextData: '00' }, { origin: '' })

    expect([relayer.status, await relayer.json()]).toMatchObject([200, { status: 'error', result: false }])
    expect((await person.post('/gate/claim', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await person.fetch('/gate/nothing')).status).toBe(404)
    expect((await person.post('/gate/verify/zk', {})).status).toBe(404)
    expect((await person.fetch('/gate/claim')).status).toBe(405)
    expect((await person.post('/gate/claim', { sessionId: 'x'.repeat(9_000), accessToken: '' })).status).toBe(413)
  })

  it.each([
    '//evil.example/gate/claim',
    '//film',
    '/gate/../film',
    '/film/../gate/../film',
    'http://evil.example/film',
    '/%66ilm',
  ])('does not let the target %s around', async target => {
    const before = app.calls()
    const status = await rawStatus(app.port, target)

    expect([400, 404, 511]).toContain(status)
    expect(app.calls()).toBe(before)
  })
})

describe('a visitor who has left before the gate is reached', () => {
  it('leaves no stream behind', async () => {
    const door = aGate()
    const person = aVisitor(protectedBy(door))
    const sessionId = await person.open()
    const server = createServer()
    const answered = new Promise<void>((resolve, reject) => {
      server.once('request', async (request, response) => {
        await new Promise(left => request.once('close', left))
        expressGate(door)(request, response, reject).then(resolve)
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const cookie = [...person.cookies].map(pair => pair.join('=')).join('; ')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse?session=${sessionId}`

    const leaving = new AbortController()
    const gone = fetch(address, { headers: { cookie }, signal: leaving.signal }).catch(() => 'gone')
    await new Promise(resolve => server.once('request', resolve))
    leaving.abort()

    expect(await gone).toBe('gone')
    await answered
    server.close()
  })
})

describe("a body that another middleware of Hono's has read", () => {
  it("still reaches the library's routes and the application", async () => {
    const app = new Hono()
    app.use(async (context, next) => {
      await context.req.text()
      await next()
    })
    app.use(honoGate(aGate()))
    app.post('/echo', async context =>
      context.text(`${await context.req.text()} ${context.req.header('x-verification-id')}`),
    )
    const person = aVisitor(async request => app.fetch(request))

    expect((await passTest(person)).status).toBe(204)
    expect(await (await person.post('/echo', 'hello')).text()).toMatch(/^hello [0-9a-f]{64}$/)
  })
})

describe('a body that a parser has read', () => {
  it('is not written down again for a request that is let through', async () => {
    const door = aGate()
    const person = aVisitor(protectedBy(door))
    await passTest(person)
    let written = 0
    const body = {
      toJSON: () => {
        written += 1
        return {}
      },
    }
    const request = Object.assign(new IncomingMessage(new Socket()), {
      method: 'POST',
      url: '/film',
      headers: { cookie: `gate=${person.cookies.get('gate')}`, 'content-type': 'application/json' },
      body,
    })

    const passedOn = await new Promise(resolve => expressGate(door)(request, new ServerResponse(request), resolve))

    expect([passedOn, written]).toEqual([undefined, 0])
  })
})

describe('an id the client made up', () => {
  it("is gone from Node's raw headers too", async () => {
    const door = aGate()
    const person = aVisitor(protectedBy(door))
    await passTest(person)
    const middleware = expressGate(door)
    const server = createServer((request, response) =>
      middleware(request, response, () =>
        response.end(JSON.stringify([request.rawHeaders, request.headersDistinct['x-other'], request.headers])),
      ),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const headers = { cookie: `gate=${person.cookies.get('gate')}`, 'X-Verification-ID': 'made-up', 'x-other': 'kept' }

    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })
    const seen = await response.text()
    server.close()

    expect(response.status).toBe(200)
    expect(seen).not.toContain('made-up')
    expect(JSON.parse(seen)).toMatchObject([expect.arrayContaining(['x-other', 'kept']), ['kept'], {}])
  })
})

describe('an answer of the application that carries the header already', () => {
  it("goes out with the library's id alone", async () => {
    const door = aGate()
    const app = fetchGate(door, () => new Response('', { headers: { 'x-verification-id': 'from upstream' } }))
    const person = aVisitor(app)
    await passTest(person)

    expect((await person.fetch('/')).headers.get('x-verification-id')).toMatch(/^[0-9a-f]{64}$/)
  })
})

/** `fetch` would tidy the target up first. */
function rawStatus(port: number, target: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host: new URL(DOMAIN).host }
    const request = httpRequest({ host: '127.0.0.1', port, path: target, headers }, response => {
      response.resume()
      resolve(response.statusCode)
    })
    request.once('error', reject)
    request.end()
  })
}
