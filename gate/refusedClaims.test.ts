import { describe, expect, it } from 'vitest'
import { toBase64Url, utf8 } from './bytes.ts'
import { sessionCookieName } from './cookies.ts'
import type { Gate, GateConfig } from './core.ts'
import { REAL_SEAMS } from './gateState.ts'
import { gateWith } from './gateWith.ts'
import { memorySessions } from './session/memory.ts'
import { desk } from './testing/desk.ts'
import { aConfig, aGate, aVisitor, DOMAIN, passTest, protectedBy } from './testing/visitor.ts'

async function claimOf(door: Gate): Promise<string> {
  const visitor = aVisitor(protectedBy(door))
  await passTest(visitor)
  return visitor.cookies.get('gate') ?? ''
}

async function opens(door: Gate, cookie: string): Promise<boolean> {
  return (await door.verified(new Request(DOMAIN, { headers: { cookie: `gate=${cookie}` } }))).type === 'verified'
}

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
