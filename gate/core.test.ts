import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Gate, GateEvent } from './core.ts'
import { REAL_SEAMS } from './gateState.ts'
import { gateWith } from './gateWith.ts'
import { memorySessions } from './session/memory.ts'
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
