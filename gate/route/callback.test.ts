import { describe, expect, it } from 'vitest'
import type { GateEvent } from '../core.ts'
import type { Outcome } from '../provider/provider.ts'
import { memorySessions } from '../session/memory.ts'
import type { SessionAdapter } from '../session/sessionAdapter.ts'
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
