import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { sessionCookieName } from './cookies.ts'
import type { Gate, GateEvent } from './core.ts'
import { REAL_SEAMS } from './gateState.ts'
import { gateWith } from './gateWith.ts'
import { memorySessions } from './session/memory.ts'
import { eachEvent, eventsOf } from './testing/events.ts'
import { aConfig, aGate, aVisitor, DOMAIN, passTest, protectedBy, SECRET, type Visitor } from './testing/visitor.ts'

describe('verified(request)', () => {
  it('is pending without a claim, with a session and what the providers need', async () => {
    const result = await aGate({ providers: ['self', 'test'] }).verified(new Request(DOMAIN))

    expect(result).toMatchObject({ type: 'pending', providers: { self: { link: expect.any(String) }, test: {} } })
    expect(result.headers.get('set-cookie')).toMatch(
      /^gate-session-[0-9a-f]{8}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
    )
  })

  it("sets cookies that are Secure, and the session's with the host prefix, unless dev", async () => {
    const result = await aGate({ dev: false, providers: ['self'] }).verified(new Request(DOMAIN))

    expect(result.headers.get('set-cookie')).toMatch(/^__Host-gate-session-[0-9a-f]{8}=.*; Secure$/)
  })

  it('is verified with the claim, and says who by the hash of the identifier', async () => {
    const door = aGate()
    const visitor = aVisitor(protectedBy(door))
    await passTest(visitor, 'person-1')

    const hash = createHash('sha256').update('person-1').digest('hex')
    const request = new Request(DOMAIN, { headers: { cookie: `gate=${visitor.cookies.get('gate')}` } })

    expect(await door.verified(request)).toMatchObject({ type: 'verified', provider: 'test', verificationId: hash })
    const page = await visitor.fetch('/')
    expect([page.status, page.headers.get('x-verification-id'), await page.text()]).toEqual([
      200,
      hash,
      `hello ${hash}`,
    ])
  })

  it('reuses the pending session of the same browser, without a new cookie', async () => {
    const visitor = aVisitor(protectedBy(aGate()))

    const first = await visitor.open('/one')
    const second = await visitor.fetch('/two', { headers: { accept: 'application/json' } })

    expect((await second.json()).session.id).toBe(first)
    expect(second.headers.getSetCookie()).toEqual([])
  })

  it('leaves a claim cookie that does not hold alone', async () => {
    const result = await aGate().verified(new Request(DOMAIN, { headers: { cookie: 'gate=nonsense' } }))

    expect(result.headers.getSetCookie().filter(line => line.startsWith('gate='))).toEqual([])
  })

  it('stops being verified when the claim is past its lifetime', async () => {
    let now = Date.now()
    const sessionAdapter = memorySessions({ now: () => now })
    const door = gateWith(aConfig({ lifetime: 60, sessionAdapter }), { ...REAL_SEAMS, now: () => now })
    const visitor = aVisitor(protectedBy(door))
    const claimed = await passTest(visitor)

    expect(claimed.headers.get('set-cookie')).toMatch(/^gate=[\w.-]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Strict$/)
    now += 59_000
    expect((await visitor.fetch('/')).status).toBe(200)
    now += 1_000
    expect((await visitor.fetch('/')).status).toBe(511)
  })

  it('accepts claims of an older secret in the list and signs with the first', async () => {
    const older = aVisitor(protectedBy(aGate({ secret: SECRET })))
    await passTest(older)
    const rotated = aGate({ secret: ['another secret that is only good for tests', SECRET] })
    const newer = aVisitor(protectedBy(rotated))
    await passTest(newer)

    const typeFor = async (door: Gate, visitor: Visitor) => {
      const headers = { cookie: `gate=${visitor.cookies.get('gate')}` }
      return (await door.verified(new Request(DOMAIN, { headers }))).type
    }

    expect(await typeFor(rotated, older)).toBe('verified')
    expect(await typeFor(rotated, newer)).toBe('verified')
    expect(await typeFor(aGate({ secret: SECRET }), newer)).toBe('pending')
  })
})

describe('the routes', () => {
  it.each([
    '/',
    '/nothing',
    '/claim/',
    '/CLAIM',
    '/verify',
    '/verify/',
    '/verify/self',
    '/verify/zk',
    '/sse/x',
    '//claim',
  ])('404 for %s', async path => {
    expect((await aGate().verify(new Request(DOMAIN + path, { method: 'POST' }))).status).toBe(404)
  })

  it.each([
    ['POST', '/sse'],
    ['GET', '/claim'],
    ['GET', '/verify/test'],
  ])('405 for %s %s', async (method, path) => {
    expect((await aGate().verify(new Request(DOMAIN + path, { method }))).status).toBe(405)
  })

  it('match bare paths; the base path is for the router to strip', async () => {
    const door = aGate({ basePath: '/gate' })

    expect((await door.verify(new Request(`${DOMAIN}/gate/claim`, { method: 'POST' }))).status).toBe(404)
    expect((await door.verify(new Request(`${DOMAIN}/claim`, { method: 'POST' }))).status).toBe(403)
    expect((await door.handle(new Request(`${DOMAIN}/gate/claim`, { method: 'POST' })))?.status).toBe(403)
    expect((await door.handle(new Request(`${DOMAIN}/gate/other`)))?.status).toBe(404)
    expect(await door.handle(new Request(`${DOMAIN}/gatekeeper`))).toBeUndefined()
  })

  it('503, not a crash, when the store is down', async () => {
    const down = () => Promise.reject(new Error('store is down'))
    const door = aGate({ sessionAdapter: { has: down, get: down, set: down, consume: down } })
    const visitor = aVisitor(request => door.verify(request))
    visitor.cookies.set(sessionCookieName(door.config), 'x')

    const response = await visitor.post('/claim', { sessionId: REAL_SEAMS.sessionIdOf('x'), accessToken: 'y' })

    expect(response.status).toBe(503)
  })
})

describe('POST /claim', () => {
  it('409 while the session is pending, 404 when it is unknown, 204 once, then 404', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    const sessionId = await visitor.open()

    expect((await visitor.post('/claim', { sessionId, accessToken: 'x' })).status).toBe(409)
    const posted = await visitor.post('/verify/test', { sessionId, pass: true })
    const { accessToken } = await posted.json()
    expect((await visitor.post('/claim', { sessionId, accessToken: `${accessToken}x` })).status).toBe(403)
    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(204)
    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(404)
  })

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['a list', []],
    ['no token', { sessionId: 'x' }],
    ['numbers', { sessionId: 1, accessToken: 2 }],
  ])('400 for %s', async (_, body) => {
    expect((await aVisitor(protectedBy(aGate())).post('/claim', body)).status).toBe(400)
  })

  it('keeps the claims of other gates of the site beside its own, each for its own rules', async () => {
    const [shop, bar] = [aGate(), aGate({ disclosures: { minAge: 21 } })]
    const inShop = aVisitor(protectedBy(shop))
    await passTest(inShop)
    const inBar = aVisitor(protectedBy(bar))
    inBar.cookies.set('gate', inShop.cookies.get('gate') ?? '')

    await passTest(inBar)
    inShop.cookies.set('gate', inBar.cookies.get('gate') ?? '')

    expect([(await inBar.fetch('/')).status, (await inShop.fetch('/')).status]).toEqual([200, 200])
    expect(inBar.cookies.get('gate')?.split('~')).toHaveLength(2)
  })

  it('replaces an older claim for the same rules, and never keeps more than four', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    await passTest(visitor)
    const first = visitor.cookies.get('gate') ?? ''
    visitor.cookies.clear()
    visitor.cookies.set('gate', `${first.slice(0, -3)}xxx`)
    await passTest(visitor)
    expect(visitor.cookies.get('gate')?.split('~')).toHaveLength(1)

    for (const minAge of [19, 20, 21, 22, 23]) {
      const other = aVisitor(protectedBy(aGate({ disclosures: { minAge } })))
      other.cookies.set('gate', visitor.cookies.get('gate') ?? '')
      await passTest(other)
      visitor.cookies.set('gate', other.cookies.get('gate') ?? '')
    }
    expect(visitor.cookies.get('gate')?.split('~')).toHaveLength(4)
  })

  it('lets one of two tabs through that claim at the same moment', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()

    const both = await Promise.all([1, 2].map(() => visitor.post('/claim', { sessionId, accessToken })))

    expect(both.map(response => response.status).sort()).toEqual([204, 404])
  })
})

describe('GET /sse', () => {
  it('tells pending, then failed as often as it fails, then completed with the token, and ends', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    const sessionId = await visitor.open()
    const stream = eachEvent(await visitor.fetch(`/sse?session=${sessionId}`))
    const next = async () => (await stream.next()).value

    expect(await next()).toEqual({ event: 'pending', data: {} })
    await visitor.post('/verify/test', { sessionId, pass: false })
    expect(await next()).toEqual({ event: 'failed', data: { provider: 'test', code: 'declined' } })
    await visitor.post('/verify/test', { sessionId, pass: false })
    expect(await next()).toMatchObject({ event: 'failed' })
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()
    expect(await next()).toEqual({ event: 'completed', data: { accessToken } })
    expect(await next()).toBeUndefined()
  })

  it('tells what another instance behind the same store did', async () => {
    const sessionAdapter = memorySessions()
    const [here, there] = [aGate({ sessionAdapter }), aGate({ sessionAdapter })]
    const visitor = aVisitor(protectedBy(here))
    const sessionId = await visitor.open()
    const elsewhere = aVisitor(protectedBy(there))
    for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value)
    const stream = eachEvent(await visitor.fetch(`/sse?session=${sessionId}`))
    await stream.next()

    await elsewhere.post('/verify/test', { sessionId, pass: false })
    expect((await stream.next()).value).toMatchObject({ event: 'failed' })
    await elsewhere.post('/verify/test', { sessionId, pass: true })
    expect((await stream.next()).value).toMatchObject({ event: 'completed' })
  })

  it('keeps a silent line open with a comment every fifteen seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const visitor = aVisitor(protectedBy(aGate()))
      const response = await visitor.fetch(`/sse?session=${await visitor.open()}`)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      await reader?.read()

      const next = reader?.read()
      await vi.advanceTimersByTimeAsync(16_000)

      expect((await next)?.value).toBe(': still here\n\n')
      await Promise.all([reader?.cancel(), vi.advanceTimersByTimeAsync(2_000)])
    } finally {
      vi.useRealTimers()
    }
  })

  it('tells expired for a session that is gone', async () => {
    const door = aGate()
    const visitor = aVisitor(protectedBy(door))
    visitor.cookies.set(sessionCookieName(door.config), 'once')

    const events = await eventsOf(await visitor.fetch(`/sse?session=${REAL_SEAMS.sessionIdOf('once')}`))

    expect(events.map(({ event }) => event)).toEqual(['pending', 'expired'])
  })

  it('tells claimed to a browser that holds a claim already', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    await passTest(visitor)

    expect(await eventsOf(await visitor.fetch('/sse?session=any'))).toEqual([{ event: 'claimed', data: {} }])
  })

  it('400 without a session, 403 for the session of another browser', async () => {
    const door = aGate()
    const [one, other] = [aVisitor(protectedBy(door)), aVisitor(protectedBy(door))]
    const sessionId = await one.open()

    expect((await other.fetch('/sse')).status).toBe(400)
    expect((await other.fetch(`/sse?session=${sessionId}`)).status).toBe(403)
  })
})

describe('onEvent', () => {
  it('hears of each step and never of a person, a token or a claim', async () => {
    const events: GateEvent[] = []
    const visitor = aVisitor(protectedBy(aGate({ onEvent: event => events.push(event) })))
    await passTest(visitor, 'very-personal')

    expect(events.map(({ type }) => type)).toEqual(['pending', 'completed', 'claimed'])
    const told = JSON.stringify(events)
    expect(told).not.toContain('very-personal')
    expect(told).not.toContain(visitor.cookies.get('gate'))
    expect(told).not.toContain(createHash('sha256').update('very-personal').digest('hex'))
  })

  it('may throw or reject without harm', async () => {
    const stray: unknown[] = []
    const note = (error: unknown) => stray.push(error)
    process.on('unhandledRejection', note)
    const broken = new Error('listener is broken')
    const throwing = aGate({
      onEvent: () => {
        throw broken
      },
    })
    const rejecting = aGate({ onEvent: () => Promise.reject(broken) })

    for (const door of [throwing, rejecting]) {
      expect((await passTest(aVisitor(protectedBy(door)))).status).toBe(204)
    }
    // Node tells of rejections nobody holds once the promises at hand are done.
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(stray).toEqual([])
  })
})

describe("a provider's script", () => {
  const script = async (encodings: string) => {
    const provider = {
      name: 'desk',
      maxBody: 1_000,
      postedBy: 'page',
      request: () => ({}),
      sessionOf: () => undefined,
      check: () => Promise.reject(new Error('not asked')),
      script: async () => 'window.desk = 1',
    } as const
    const headers = { 'accept-encoding': encodings }
    return aGate({ providers: [provider] }).verify(new Request(`${DOMAIN}/verify/desk`, { headers }))
  }

  it.each([
    ['gzip, br', 'gzip'],
    ['br;q=1, gzip;q=0.5', 'gzip'],
    ['br', null],
    ['gzip;q=0, br', null],
    ['gzip; q=0.0', null],
  ])('for Accept-Encoding: %s is encoded as %s', async (accepted, encoding) => {
    const response = await script(accepted)

    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding])
  })

  it('is sent as it is where the runtime cannot compress', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    const response = await script('gzip')
    vi.unstubAllGlobals()

    expect([response.status, await response.text()]).toEqual([200, 'window.desk = 1'])
  })
})

describe("a provider of one's own", () => {
  it('gets its route, its session and the claim like the built-in ones', async () => {
    const door = aGate({
      providers: [
        {
          name: 'desk',
          maxBody: 1_000,
          postedBy: 'page',
          request: () => ({ link: 'https://desk.example/' }),
          sessionOf: answer => JSON.parse(JSON.stringify(answer)).sessionId,
          check: async () => ({ accepted: true, identifier: 'someone at the desk' }),
        },
      ],
    })
    const visitor = aVisitor(protectedBy(door))
    const sessionId = await visitor.open()

    const { accessToken } = await (await visitor.post('/verify/desk', { sessionId })).json()

    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(204)
    expect((await visitor.fetch('/')).status).toBe(200)
  })
})
