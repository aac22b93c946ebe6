import { describe, expect, it, vi } from 'vitest'
import { sessionCookieName } from '../cookies.ts'
import { REAL_SEAMS } from '../gateState.ts'
import { memorySessions } from '../session/memory.ts'
import { eachEvent, eventsOf } from '../testing/events.ts'
import { aGate, aVisitor, passTest, protectedBy } from '../testing/visitor.ts'

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

  it('is let go within two seconds when its reader goes away, also in the middle of a read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const visitor = aVisitor(protectedBy(aGate()))
      const response = await visitor.fetch(`/sse?session=${await visitor.open()}`)
      const reader = response.body?.getReader()
      await reader?.read()
      void reader?.read()
      await vi.advanceTimersByTimeAsync(100)

      let isLetGo = false
      void reader?.cancel().then(() => {
        isLetGo = true
      })
      await vi.advanceTimersByTimeAsync(2_000)

      expect(isLetGo).toBe(true)
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
