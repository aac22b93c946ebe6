import { describe, expect, it } from 'vitest'
import { memorySessions } from './session/memory.ts'
import { desk } from './testing/desk.ts'
import { aSelfAnswer, TEST_KEYS } from './testing/selfAnswer.ts'
import { aGate, aVisitor, DOMAIN, passTest, protectedBy } from './testing/visitor.ts'

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

describe('the application', () => {
  it('never sees an X-Verification-Id that a client made up', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    await passTest(visitor, 'me')

    const text = await (await visitor.fetch('/', { headers: { 'x-verification-id': 'somebody-else' } })).text()

    expect(text).not.toContain('somebody-else')
    expect(text).toMatch(/^hello [0-9a-f]{64}$/)
  })
})
