import { describe, expect, it } from 'vitest'
import { memorySessions } from './session/memory.ts'
import { desk } from './testing/desk.ts'
import { aSelfAnswer, TEST_KEYS } from './testing/selfAnswer.ts'
import { aGate, aVisitor, DOMAIN, passTest, protectedBy, type Visitor } from './testing/visitor.ts'

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
