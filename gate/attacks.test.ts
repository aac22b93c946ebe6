import { describe, expect, it } from 'vitest'
import { toBase64Url, utf8 } from './bytes.ts'
import { sessionCookieName } from './cookies.ts'
import type { Gate, GateConfig } from './core.ts'
import { REAL_SEAMS } from './gateState.ts'
import { gateWith } from './gateWith.ts'
import { memorySessions } from './session/memory.ts'
import { aSelfAnswer, TEST_KEYS } from './testing/selfAnswer.ts'
import { aConfig, aGate, aVisitor, DOMAIN, passTest, protectedBy, type Visitor } from './testing/visitor.ts'

async function claimOf(door: Gate): Promise<string> {
  const visitor = aVisitor(protectedBy(door))
  await passTest(visitor)
  return visitor.cookies.get('gate') ?? ''
}

async function opens(door: Gate, cookie: string): Promise<boolean> {
  return (await door.verified(new Request(DOMAIN, { headers: { cookie: `gate=${cookie}` } }))).type === 'verified'
}

/** Accepts everybody who names a session. */
const desk = {
  request: () => ({}),
  sessionOf: (answer: unknown) => JSON.parse(JSON.stringify(answer)).sessionId as string,
  check: async () => ({ accepted: true, identifier: 'x' }) as const,
}

describe('another browser', () => {
  it('403 when it claims a session it did not open, even with the right token', async () => {
    const door = aGate()
    const [victim, thief] = [aVisitor(protectedBy(door)), aVisitor(protectedBy(door))]
    const sessionId = await victim.open()
    await thief.open()
    const { accessToken } = await (await victim.post('/verify/test', { sessionId, pass: true })).json()

    expect((await thief.post('/claim', { sessionId, accessToken })).status).toBe(403)
    expect((await victim.post('/claim', { sessionId, accessToken })).status).toBe(204)
  })

  it('cannot use a token of its own session for another one', async () => {
    const sessionAdapter = memorySessions()
    const door = aGate({ sessionAdapter })
    const [one, other] = [aVisitor(protectedBy(door)), aVisitor(protectedBy(door))]
    const [mine, theirs] = [await one.open(), await other.open()]
    const { accessToken } = await (await one.post('/verify/test', { sessionId: mine, pass: true })).json()
    // Even a store that was tampered with does not help: the token names its session.
    await sessionAdapter.set(theirs, accessToken)

    expect((await other.post('/claim', { sessionId: theirs, accessToken })).status).toBe(403)
  })

  it('404 when a claim is replayed', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()
    await visitor.post('/claim', { sessionId, accessToken })

    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(404)
  })
})

describe('a forged cookie', () => {
  it('is not accepted, whichever character is changed or missing', async () => {
    const door = aGate()
    const cookie = await claimOf(door)
    expect(await opens(door, cookie)).toBe(true)

    const other = (character: string) => (character === 'A' ? 'B' : 'A')
    const changed = Array.from(
      cookie,
      (character, index) => cookie.slice(0, index) + other(character) + cookie.slice(index + 1),
    )
    const truncated = Array.from(cookie, (_, index) => cookie.slice(0, index))
    const longer = [`${cookie}A`, `${cookie}=`, `${cookie}.`, `${cookie}.A`, ` ${cookie}.x`, `A${cookie}`]
    for (const forged of [...changed, ...truncated, ...longer]) expect(await opens(door, forged), forged).toBe(false)
  })

  it('is not accepted with another key, no key, or the payload of an attacker', async () => {
    const door = aGate()
    const [payload = '', mac = ''] = (await claimOf(door)).split('.')
    const fields = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const longer = toBase64Url(utf8(JSON.stringify(fields.with(6, fields[6] + 1_000_000))))

    expect(await opens(door, `${longer}.${mac}`)).toBe(false)
    expect(await opens(door, `${payload}.`)).toBe(false)
    expect(await opens(door, `${payload}.${toBase64Url(new Uint8Array(32))}`)).toBe(false)
    expect(await opens(door, await claimOf(aGate({ secret: 'the secret of some other application' })))).toBe(false)
  })

  it('does not become a claim by being a token', async () => {
    const door = aGate()
    const visitor = aVisitor(protectedBy(door))
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()

    expect(await opens(door, accessToken)).toBe(false)
  })

  it('planted beside the real one does not lock the person out', async () => {
    const door = aGate()
    const cookie = await claimOf(door)
    const planted = new Request(DOMAIN, { headers: { cookie: `gate=planted; gate=${cookie}` } })

    expect((await door.verified(planted)).type).toBe('verified')
  })
})

describe('a cookie of another gate', () => {
  it.each<[string, Partial<GateConfig>]>([
    ['a lower age', { disclosures: { minAge: 16 } }],
    ['no nationality rule', { disclosures: { minAge: 21 } }],
    ['another nationality rule', { disclosures: { minAge: 21, nationality: { included: ['FRA', 'ITA'] } } }],
    ['the opposite nationality rule', { disclosures: { minAge: 21, nationality: { excluded: ['FRA'] } } }],
    ['the same rule about the issuing state', { disclosures: { minAge: 21, issuingState: { included: ['FRA'] } } }],
    [
      'another domain',
      { domain: 'https://other.example', disclosures: { minAge: 21, nationality: { included: ['FRA'] } } },
    ],
    ['another scope', { scope: 'other', disclosures: { minAge: 21, nationality: { included: ['FRA'] } } }],
  ])('with %s does not open this one', async (_, weaker) => {
    const strict = aGate({ disclosures: { minAge: 21, nationality: { included: ['FRA'] } } })
    const other = aGate(weaker)
    const visitor = aVisitor(protectedBy(other), other.config.domain)
    await passTest(visitor)
    const cookie = visitor.cookies.get('gate') ?? ''
    expect(cookie).not.toBe('')

    expect(await opens(strict, cookie)).toBe(false)
  })

  it('made while developing does not open production', async () => {
    const cookie = await claimOf(aGate({ providers: ['self', 'test'] }))

    expect(await opens(aGate({ providers: ['self', 'test'] }), cookie)).toBe(true)
    expect(await opens(aGate({ providers: ['self'], dev: false }), cookie)).toBe(false)
  })

  it('by a provider that is not offered here does not open this one', async () => {
    const cookie = await claimOf(aGate({ providers: ['self', 'test'] }))

    expect(await opens(aGate({ providers: ['self'] }), cookie)).toBe(false)
  })

  it('cannot be had by finishing at the weaker gate and claiming at the stricter', async () => {
    const sessionAdapter = memorySessions()
    const weak = aGate({ sessionAdapter, disclosures: { minAge: 16 } })
    const strict = aGate({ sessionAdapter })
    const visitor = aVisitor(protectedBy(weak))
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()
    const body = JSON.stringify({ sessionId, accessToken })
    const headers = {
      origin: DOMAIN,
      'content-type': 'application/json',
      cookie: `${sessionCookieName(strict.config)}=${visitor.cookies.get(sessionCookieName(weak.config))}`,
    }

    expect((await strict.verify(new Request(`${DOMAIN}/claim`, { method: 'POST', headers, body }))).status).toBe(403)
  })
})

describe('a swapped provider', () => {
  it('404 for the callback of a provider that is not configured', async () => {
    const visitor = aVisitor(protectedBy(aGate({ providers: ['self'] })))
    const sessionId = await visitor.open()

    for (const name of ['test', 'zk', 'constructor', '__proto__', 'self/../test']) {
      expect(
        (
          await aGate({ providers: ['self'] }).verify(
            new Request(`${DOMAIN}/verify/${name}`, {
              method: 'POST',
              body: JSON.stringify({ sessionId, pass: true }),
            }),
          )
        ).status,
      ).toBe(404)
    }
  })

  it("does not accept one provider's answer at another's callback", async () => {
    const door = aGate({ providers: ['self', 'test'], self: { verificationKeys: TEST_KEYS } })
    const visitor = aVisitor(protectedBy(door))
    const sessionId = await visitor.open()

    expect(await (await visitor.post('/verify/self', { sessionId, pass: true })).json()).toMatchObject({
      result: false,
    })
    expect(await (await visitor.post('/verify/test', aSelfAnswer({ sessionId }))).json()).toMatchObject({
      result: false,
    })
  })
})

describe('another site', () => {
  it.each<[string, Record<string, string>]>([
    ['with its origin', { origin: 'https://evil.example' }],
    ['with an opaque origin', { origin: 'null' }],
    ["with a sibling's origin", { origin: 'https://evil.shop.example' }],
    ['with the same host in the clear', { origin: 'http://shop.example' }],
    ['without an origin', { origin: '' }],
  ])('403 when it posts to /claim or /verify/test %s', async (_, headers) => {
    const visitor = aVisitor(protectedBy(aGate()))
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()

    expect((await visitor.post('/claim', { sessionId, accessToken }, headers)).status).toBe(403)
    expect((await visitor.post('/verify/test', { sessionId, pass: true }, headers)).status).toBe(403)
    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(204)
  })

  it("400 for a form's content type", async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    const sessionId = await visitor.open()

    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain; application/json']) {
      expect((await visitor.post('/claim', { sessionId, accessToken: 'x' }, { 'content-type': type })).status).toBe(400)
    }
  })
})

describe('a large body', () => {
  it.each([
    ['/claim', 8 * 1024],
    ['/verify/test', 4 * 1024],
    ['/verify/self', 64 * 1024],
    ['/verify/zk', 1024 * 1024],
  ])('413 at %s above %i bytes, announced or not', async (path, limit) => {
    const door = aGate({ providers: ['self', 'zk', 'test'] })
    const headers = { origin: DOMAIN, 'content-type': 'application/json' }
    const body = `"${'x'.repeat(limit)}"`
    const announced = new Request(DOMAIN + path, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      body,
    })

    expect((await door.verify(announced)).status).toBe(413)
    expect((await door.verify(new Request(DOMAIN + path, { method: 'POST', headers, body }))).status).toBe(413)
  })

  it('413 for a body that never ends, as soon as the limit is passed', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 1024
        controller.enqueue(new Uint8Array(1024).fill(32))
      },
    })
    const init = { method: 'POST', body, duplex: 'half' }

    const response = await aGate({ providers: ['self'] }).verify(new Request(`${DOMAIN}/verify/self`, init))

    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(80 * 1024)
  })
})

describe('a crowd', () => {
  it('of 10,000 pending sessions leaves the one before it working', async () => {
    const door = aGate()
    const visitor = aVisitor(protectedBy(door))
    const sessionId = await visitor.open()

    for (let index = 0; index < 10_000; index++) await door.verified(new Request(DOMAIN))

    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()
    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(204)
  })

  it('never pushes a completed session out of the memory store', async () => {
    const door = aGate({ sessionAdapter: memorySessions({ max: 100 }) })
    const visitor = aVisitor(protectedBy(door))
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()

    for (let index = 0; index < 1_000; index++) await door.verified(new Request(DOMAIN))

    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(204)
  })

  it("posting one session's answer a hundred times is checked once at a time", async () => {
    const visitor = aVisitor(protectedBy(aGate({ providers: ['self'], self: { verificationKeys: TEST_KEYS } })))
    const sessionId = await visitor.open()
    const answer = aSelfAnswer({ sessionId, date: '200101' })

    const all = await Promise.all(Array.from({ length: 100 }, () => visitor.post('/verify/self', answer)))
    const reasons = await Promise.all(all.map(async response => (await response.json()).reason))

    expect(reasons.filter(reason => reason !== 'this session is being checked already')).toHaveLength(1)
  })
})

describe('one browser', () => {
  it('503 for its twenty-first stream, while others get theirs', async () => {
    const door = aGate()
    const [greedy, other] = [aVisitor(protectedBy(door)), aVisitor(protectedBy(door))]
    const stream = async (visitor: Visitor, sessionId: string) => visitor.fetch(`/sse?session=${sessionId}`)
    const sessionId = await greedy.open()
    const open = await Promise.all(Array.from({ length: 20 }, () => stream(greedy, sessionId)))

    const [refused, welcome] = [await stream(greedy, sessionId), await stream(other, await other.open())]
    await open[0]?.body?.cancel()
    const again = await stream(greedy, sessionId)

    expect([refused.status, welcome.status, again.status]).toEqual([503, 200, 200])
    await Promise.all([...open.slice(1), welcome, again].map(response => response.body?.cancel()))
  })
})

describe('an answer from elsewhere that names what is no session', () => {
  it.each(['SESSION:failure', '\0', 'x'.repeat(101), 7])('400 for %j, without a question to the store', async name => {
    const asked: string[] = []
    const sessions = memorySessions()
    const sessionAdapter = {
      ...sessions,
      has: (id: string) => {
        asked.push(id)
        return sessions.has(id)
      },
    }
    const door = aGate({
      sessionAdapter,
      providers: [{ ...desk, name: 'desk', maxBody: 1_000, postedBy: 'elsewhere' }],
    })
    const visitor = aVisitor(protectedBy(door))
    const sessionId = await visitor.open()
    const named = typeof name === 'string' ? name.replace('SESSION', sessionId) : name

    expect((await visitor.post('/verify/desk', { sessionId: named })).status).toBe(400)
    expect(asked).toEqual([])
  })
})

describe('a path beside the base path', () => {
  const door = aGate({ basePath: '/gate' })
  const send = protectedBy(door)

  it.each([
    '/gatekeeper',
    '/gate%2fclaim',
    '/%67ate/claim',
    '/GATE/claim',
    '//gate/claim',
    '/gate;x/claim',
    '/public/../gated',
    '/gate/../secret',
    '/gate/..%2fsecret',
    '/gate/claim/../../secret',
    '/secret?x=/gate/claim',
  ])('%s does not reach the application unverified', async path => {
    const response = await send(new Request(DOMAIN + path))

    expect([404, 511]).toContain(response.status)
    expect(await response.text()).not.toContain('hello')
  })

  it("everything under the base path is the library's or nothing", async () => {
    for (const path of ['/gate', '/gate/', '/gate/x', '/gate/claim/', '/gate//claim']) {
      expect((await send(new Request(DOMAIN + path, { method: 'POST' }))).status).toBe(404)
    }
  })
})

describe('the application', () => {
  it('never sees an X-Verification-Id that a client made up', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    await passTest(visitor, 'me')

    const text = await (await visitor.fetch('/', { headers: { 'x-verification-id': 'somebody-else' } })).text()

    expect(text).not.toContain('somebody-else')
    expect(text).toMatch(/^hello [0-9a-f]{64}$/)
  })
})

describe('a method that is a word of the language', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('405 for %s', async method => {
    const response = await aGate().verify(new Request(`${DOMAIN}/claim`, { method }))

    expect(response).toBeInstanceOf(Response)
    expect(response.status).toBe(405)
  })
})

describe('a body made for the code that reads it', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`

  it.each([
    ['a key __proto__', '{"sessionId": "ID", "pass": true, "__proto__": {"pass": true}}'],
    ['a key __proto__ in disguise', '{"sessionId": "ID", "pass": true, "a": [{"\\u005f_proto__": 1}]}'],
    ['nesting without end', `{"sessionId": "ID", "pass": true, "a": ${deep.slice(0, 3_000)}${deep.slice(-3_000)}}`],
  ])('400 for %s, and the session waits on', async (_, body) => {
    const visitor = aVisitor(
      protectedBy(aGate({ providers: ['test', { ...desk, name: 'desk', maxBody: 20_000, postedBy: 'page' }] })),
    )
    const sessionId = await visitor.open()

    expect((await visitor.post('/verify/desk', body.replace('ID', sessionId))).status).toBe(400)
    expect((await visitor.post('/verify/test', { sessionId, pass: true })).status).toBe(200)
    expect({}).not.toHaveProperty('pass')
  })
})

describe('those who fail on purpose', () => {
  it('fill no memory store: who is done may claim, who comes next may begin', async () => {
    const door = aGate({ sessionAdapter: memorySessions({ max: 100 }) })
    const visitor = aVisitor(protectedBy(door))
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()

    for (let index = 0; index < 300; index++) {
      const stranger = aVisitor(protectedBy(door))
      await stranger.post('/verify/test', { sessionId: await stranger.open(), pass: false })
    }

    expect((await passTest(aVisitor(protectedBy(door)))).status).toBe(204)
    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(204)
  })

  it('hold up no other provider, however slow theirs is', async () => {
    const never = new Promise<never>(() => {})
    const slow = { ...desk, name: 'slow', maxBody: 1_000, postedBy: 'page', check: () => never } as const
    const door = aGate({ providers: ['test', slow] })
    for (let index = 0; index < 100; index++) {
      const stranger = aVisitor(protectedBy(door))
      const sessionId = await stranger.open()
      void stranger.post('/verify/slow', { sessionId })
    }
    const visitor = aVisitor(protectedBy(door))

    expect((await passTest(visitor)).status).toBe(204)
  })
})

describe('what broke', () => {
  it('is told to the application and not to whoever posted', async () => {
    const told: unknown[] = []
    const broken = () => Promise.reject(new Error('https://key@rpc.example is down'))
    const provider = { ...desk, name: 'desk', maxBody: 1_000, check: broken, script: broken }
    const door = aGate({
      dev: false,
      providers: [{ ...provider, postedBy: 'elsewhere' }],
      onEvent: event => told.push(event),
    })
    const visitor = aVisitor(protectedBy(door))
    const sessionId = await visitor.open()

    const posted = await visitor.post('/verify/desk', { sessionId })
    const script = await visitor.fetch('/verify/desk')

    expect([posted.status, script.status]).toEqual([503, 503])
    expect((await posted.text()) + (await script.text())).not.toContain('rpc.example')
    expect(told).toContainEqual(expect.objectContaining({ type: 'error', error: expect.any(Error) }))
  })
})

describe('two gates of one site', () => {
  it('do not take the session away from each other in two tabs', async () => {
    const [shop, bar] = [aGate({ basePath: '/shop' }), aGate({ basePath: '/bar', disclosures: { minAge: 21 } })]
    const [inShop, inBar] = [protectedBy(shop), protectedBy(bar)]
    const visitor = aVisitor(request => (new URL(request.url).pathname.startsWith('/bar') ? inBar : inShop)(request))
    const first = await visitor.open('/shop-window')
    const second = await visitor.open('/bar-stool')

    for (const [base, sessionId] of [
      ['/shop', first],
      ['/bar', second],
    ]) {
      const { accessToken } = await (await visitor.post(`${base}/verify/test`, { sessionId, pass: true })).json()
      expect((await visitor.post(`${base}/claim`, { sessionId, accessToken })).status).toBe(204)
    }
    expect([(await visitor.fetch('/shop-window')).status, (await visitor.fetch('/bar-stool')).status]).toEqual([
      200, 200,
    ])
  })
})

describe('two gates with the same rules and different providers', () => {
  it('do not evict each other from the cookie', async () => {
    const desks = { ...desk, name: 'desk', maxBody: 1_000, postedBy: 'page' } as const
    const [shop, bar] = [aGate({ basePath: '/shop' }), aGate({ basePath: '/bar', providers: [desks] })]
    const visitor = aVisitor(protectedBy(shop))
    await passTest(visitor, 'somebody', '/shop')
    const shopCookie = visitor.cookies.get('gate') ?? ''

    const inBar = aVisitor(protectedBy(bar))
    inBar.cookies.set('gate', shopCookie)
    const sessionId = await inBar.open()
    const { accessToken } = await (await inBar.post('/bar/verify/desk', { sessionId })).json()
    await inBar.post('/bar/claim', { sessionId, accessToken })

    const both = inBar.cookies.get('gate') ?? ''
    expect([await opens(shop, both), await opens(bar, both), await opens(bar, shopCookie)]).toEqual([true, true, false])
  })

  it('do not send a browser back to a session that is completed by a provider not offered here', async () => {
    const sessionAdapter = memorySessions()
    const here = aVisitor(protectedBy(aGate({ sessionAdapter, providers: ['self', 'test'] })))
    const there = aVisitor(protectedBy(aGate({ sessionAdapter, providers: ['self'] })))
    const sessionId = await here.open()
    await here.post('/verify/test', { sessionId, pass: true })
    for (const [name, value] of here.cookies) there.cookies.set(name, value)

    expect(await there.open()).not.toBe(sessionId)
    expect(await here.open()).toBe(sessionId)
  })
})

describe('a clock at its edges', () => {
  it('a token is good in its last second and not after it, a claim of the future not at all', async () => {
    let now = Date.parse('2026-03-29T00:59:59.999Z')
    const clock = { ...REAL_SEAMS, now: () => now }
    const door = gateWith(aConfig({ sessionAdapter: memorySessions({ completedSeconds: 3_600 }) }), clock)
    const visitor = aVisitor(protectedBy(door))
    const tokenAfter = async (milliseconds: number) => {
      const sessionId = await visitor.open()
      const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()
      now += milliseconds
      return (await visitor.post('/claim', { sessionId, accessToken })).status
    }

    expect(await tokenAfter(59_000)).toBe(204)
    visitor.cookies.delete('gate')
    expect(await tokenAfter(60_000)).toBe(403)
    expect(await tokenAfter(59_000)).toBe(204)
    now -= 61_000
    expect((await visitor.fetch('/')).status).toBe(511)
    now += 1_000
    expect((await visitor.fetch('/')).status).toBe(200)
  })
})
