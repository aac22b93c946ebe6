import { describe, expect, it } from 'vitest'
import type { GateEvent } from '../core.ts'
import type { Outcome, Provider } from '../provider/provider.ts'
import { memorySessions } from '../session/memory.ts'
import type { SessionAdapter } from '../session/sessionAdapter.ts'
import { eachEvent } from '../testing/events.ts'
import { aGate, aVisitor, protectedBy } from '../testing/visitor.ts'

/** Posts a good proof and changes the session while the proof is being checked: the check waits for `change`. */
async function postProofDuring(change: (sessions: SessionAdapter, sessionId: string) => Promise<void>) {
  const sessions = memorySessions()
  const events: GateEvent[] = []
  let sessionId = ''
  const door = aGate({
    sessionAdapter: sessions,
    onEvent: event => void events.push(event),
    providers: [
      {
        name: 'slow',
        maxBody: 1_000,
        postedBy: 'page',
        request: () => ({}),
        sessionOf: () => sessionId,
        async check(): Promise<Outcome> {
          await change(sessions, sessionId)
          return { accepted: true, identifier: 'somebody' }
        },
      },
    ],
  })
  const visitor = aVisitor(protectedBy(door))
  sessionId = await visitor.open()
  const reply = await visitor.post('/verify/slow', {})
  return { reply, body: await reply.json(), sessions, sessionId, types: events.map(event => event.type) }
}

/** A provider whose check of an answer ends when told to: never, unless `end` is called. */
function aStuckProvider() {
  const signals: AbortSignal[] = []
  const ends: ((outcome: Outcome) => void)[] = []
  const provider: Provider = {
    name: 'stuck',
    maxBody: 1_000,
    postedBy: 'page',
    request: () => ({}),
    sessionOf: answer => JSON.parse(JSON.stringify(answer)).sessionId,
    check(answer, _, signal) {
      if (JSON.parse(JSON.stringify(answer)).pass) return Promise.resolve({ accepted: true, identifier: 'somebody' })
      signals.push(signal)
      return new Promise(resolve => ends.push(resolve))
    },
  }
  return { provider, signals, end: (outcome: Outcome) => ends.map(end => end(outcome)) }
}

describe('a check that never ends', () => {
  const events: GateEvent[] = []
  function visitorsOf(provider: Provider, count: number) {
    events.length = 0
    const door = aGate({ providers: [provider], checkSeconds: 1, onEvent: event => void events.push(event) })
    return Array.from({ length: count }, () => aVisitor(protectedBy(door)))
  }

  it('504 after checkSeconds, told as a timeout to the page and to the application; the session can be tried again', async () => {
    const { provider, signals, end } = aStuckProvider()
    const [visitor] = visitorsOf(provider, 1)
    const sessionId = (await visitor?.open()) ?? ''
    const stream = eachEvent((await visitor?.fetch(`/sse?session=${sessionId}`)) ?? new Response())
    await stream.next()

    const reply = await visitor?.post('/verify/stuck', { sessionId })

    expect([reply?.status, await reply?.json()]).toEqual([504, { status: 'error', result: false, code: 'timeout' }])
    expect((await stream.next()).value).toEqual({ event: 'failed', data: { provider: 'stuck', code: 'timeout' } })
    expect(events.at(-1)).toMatchObject({
      type: 'failed',
      code: 'timeout',
      detail: 'the check of provider stuck took longer than 1 s',
    })
    expect(signals[0]?.aborted).toBe(true)

    end({ accepted: true, identifier: 'too late' })
    expect((await visitor?.post('/claim', { sessionId, accessToken: 'x' }))?.status).toBe(409)
    expect((await visitor?.post('/verify/stuck', { sessionId, pass: true }))?.status).toBe(200)
    await stream.return(undefined)
  })

  it('frees the queue: four that hang and those who waited behind them are over when the limit is', async () => {
    const { provider } = aStuckProvider()
    const visitors = visitorsOf(provider, 8)
    const sessions = await Promise.all(visitors.map(visitor => visitor.open()))

    const replies = await Promise.all(
      visitors.map((visitor, index) => visitor.post('/verify/stuck', { sessionId: sessions[index] })),
    )
    const next = await visitors[7]?.post('/verify/stuck', { sessionId: sessions[7], pass: true })

    expect(replies.map(({ status }) => status)).toEqual([504, 504, 504, 504, 503, 503, 503, 503])
    expect(next?.status).toBe(200)
  })

  it('504, and no rejection that nobody holds, when it breaks after the limit', async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => void rejections.push(reason)
    process.on('unhandledRejection', note)
    const { provider } = aStuckProvider()
    const check = (_answer: unknown, _session: string, signal: AbortSignal) =>
      new Promise<Outcome>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const [visitor] = visitorsOf({ ...provider, check }, 1)

    const reply = await visitor?.post('/verify/stuck', { sessionId: await visitor.open() })
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', note)

    expect([reply?.status, rejections]).toEqual([504, []])
  })
})

/**
 * Two instances with one store complete one session: each of them is kept before the write until the other one is
 * there too.
 */
async function completeTogether(storeOf: (shared: SessionAdapter, meeting: () => Promise<void>) => SessionAdapter) {
  const shared = memorySessions()
  let arrived = 0
  let open = () => {}
  const both = new Promise<void>(resolve => {
    open = resolve
  })
  const meeting = () => {
    arrived += 1
    if (arrived === 2) open()
    return both
  }
  const instances = [1, 2].map(() => aVisitor(protectedBy(aGate({ sessionAdapter: storeOf(shared, meeting) }))))
  const [one, other] = instances
  const sessionId = (await one?.open()) ?? ''
  for (const [name, value] of one?.cookies ?? []) other?.cookies.set(name, value)
  const replies = await Promise.all(
    instances.map(visitor =>
      visitor.post('/verify/test', { sessionId, pass: true, identifier: String(visitor === one) }),
    ),
  )
  const tokens = await Promise.all(replies.map(async reply => (await reply.json()).accessToken))
  const claims: number[] = []
  for (const accessToken of tokens.filter(Boolean)) {
    claims.push((await other?.post('/claim', { sessionId, accessToken }))?.status ?? 0)
  }
  return { statuses: replies.map(({ status }) => status).sort(), claims: claims.sort() }
}

describe('two instances that complete one session at once', () => {
  it('200 for one and 409 for the other, where the store decides; the one token is good for the claim', async () => {
    const result = await completeTogether((shared, meeting) => ({
      ...shared,
      async setIfPending(id, value) {
        await meeting()
        return shared.setIfPending?.(id, value) ?? false
      },
    }))

    expect(result).toEqual({ statuses: [200, 409], claims: [204] })
  })

  it('200 for both where it does not: the earlier token is refused, and still there is one claim', async () => {
    const result = await completeTogether(({ has, get, set, consume }, meeting) => ({
      has,
      get,
      consume,
      async set(id, value) {
        if (value !== undefined) await meeting()
        return set(id, value)
      },
    }))

    expect(result).toEqual({ statuses: [200, 200], claims: [204, 403] })
  })
})

describe('a proof that is good, for a session that changed while it was checked', () => {
  it('409 and no token when the session ended: it stays ended', async () => {
    const { reply, body, sessions, sessionId, types } = await postProofDuring(async (sessions, id) => {
      await sessions.consume(id)
    })

    expect([reply.status, body]).toEqual([409, { status: 'error', result: false, code: 'session' }])
    expect(await sessions.has(sessionId)).toBe(false)
    expect(types).not.toContain('completed')
  })

  it('409 and no second token when another process completed it: the first token stays', async () => {
    const { reply, body, sessions, sessionId } = await postProofDuring((sessions, id) =>
      sessions.set(id, 'the token of the other process'),
    )

    expect([reply.status, body]).toEqual([409, { status: 'error', result: false, code: 'session' }])
    expect(await sessions.get(sessionId)).toBe('the token of the other process')
  })

  it('200 with a token when nothing happened meanwhile', async () => {
    const { reply, body } = await postProofDuring(async () => {})

    expect([reply.status, body]).toEqual([200, { status: 'success', result: true, accessToken: expect.any(String) }])
  })
})
