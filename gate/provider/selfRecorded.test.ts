import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateConfig, GateEvent } from '../core.ts'
import { REAL_SEAMS } from '../gateState.ts'
import { gateWith } from '../gateWith.ts'
import { memorySessions } from '../session/memory.ts'
import { aChain, type Chain } from '../testing/chain.ts'
import { eachEvent } from '../testing/events.ts'
import { hasRecordings, RECORDINGS_NOTE, recorded } from '../testing/recorded.ts'
import { aConfig, aVisitor, protectedBy } from '../testing/visitor.ts'
import { selfScopeHash } from './selfScope.ts'
import { readSelfSignals } from './selfSignals.ts'

let chain: Chain

beforeAll(async () => {
  chain = await aChain([42n])
})

afterAll(() => chain.close())

interface Recording {
  scope: string
  endpoint: string
  attestationId: 1
  proof: { a: string[]; b: string[][]; c: string[] }
  publicSignals: string[]
  userContextData: string
}

describe.skipIf(!hasRecordings)(`the recorded proof of Self${RECORDINGS_NOTE}`, () => {
  const recording = hasRecordings ? recorded<Recording>('self-proof.json') : undefined
  const thatDay = Date.parse('2025-09-02T18:00:00Z')
  let real: Chain
  beforeAll(async () => {
    real = await aChain([BigInt(recording?.publicSignals[9] ?? 0)])
  })
  afterAll(() => real.close())

  /** The recording's user id is an address of 20 bytes, so the session gets that as its id. */
  async function posted(
    changes: Partial<GateConfig>,
    now = thatDay,
    change: (body: Recording) => object = body => body,
  ) {
    if (!recording) throw new Error('no recording')
    const sessionId = `0x${recording.userContextData.slice(64).replace(/^0+/, '')}`
    const sessionAdapter = memorySessions({ now: () => now })
    await sessionAdapter.set(sessionId)
    const events: GateEvent[] = []
    const door = gateWith(
      aConfig({
        domain: recording.endpoint,
        scope: recording.scope,
        providers: ['self'],
        disclosures: { minAge: 18, issuingState: { excluded: ['PAK', 'IRN'] } },
        sessionAdapter,
        rpcUrl: real.url,
        onEvent: event => events.push(event),
        ...changes,
      }),
      { ...REAL_SEAMS, now: () => now },
    )
    const body = JSON.stringify(change(recording))
    await door.verify(new Request(`${recording.endpoint}/verify/self`, { method: 'POST', body }))
    const last = events.at(-1)
    return last?.type === 'failed' ? last.code : last?.type
  }

  it('is accepted', async () => {
    expect(await posted({})).toBe('completed')
  })

  it('goes through the whole flow: page, callback, stream, claim, verified', async () => {
    if (!recording) throw new Error('no recording')
    const sessionId = `0x${recording.userContextData.slice(64).replace(/^0+/, '')}`
    const now = () => thatDay
    const config = aConfig({
      domain: recording.endpoint,
      scope: recording.scope,
      providers: ['self'],
      sessionAdapter: memorySessions({ now }),
      rpcUrl: real.url,
    })
    const door = gateWith(config, { ...REAL_SEAMS, now, sessionIdOf: () => sessionId })
    const visitor = aVisitor(protectedBy(door), recording.endpoint)

    expect(await visitor.open()).toBe(sessionId)
    const stream = eachEvent(await visitor.fetch(`/sse?session=${sessionId}`))
    expect((await stream.next()).value).toMatchObject({ event: 'pending' })
    const relayer = aVisitor(protectedBy(door), recording.endpoint)
    const { attestationId, proof, publicSignals, userContextData } = recording
    const answer = await relayer.post('/verify/self', { attestationId, proof, publicSignals, userContextData })
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'success', result: true }])
    const completed = (await stream.next()).value
    expect(completed).toMatchObject({ event: 'completed' })
    const claimed = await visitor.post('/claim', { sessionId, accessToken: completed?.data.accessToken })
    const page = await visitor.fetch('/film')

    const hash = createHash('sha256')
      .update(publicSignals[7] ?? '')
      .digest('hex')
    expect([claimed.status, page.status, page.headers.get('x-verification-id')]).toEqual([204, 200, hash])
  })

  it('is accepted for its own nationality and issuing state', async () => {
    const own = { included: ['FRA'] } as const

    expect(await posted({ disclosures: { minAge: 18, nationality: own, issuingState: own } })).toBe('completed')
  })

  it('says what is known of it, each value at its place', () => {
    if (!recording) throw new Error('no recording')
    const statement = readSelfSignals(1, recording.publicSignals.map(BigInt))

    expect(statement).toMatchObject({
      attestationId: 1n,
      nullifier: BigInt(recording.publicSignals[7] ?? 0),
      root: BigInt(recording.publicSignals[9] ?? 0),
      day: Date.parse('2025-09-02') / 86_400_000,
      scopeHash: selfScopeHash('http://localhost:3000', 'self-playground'),
      userContextHash: BigInt(recording.publicSignals[20] ?? 0),
      minimumAge: 18,
      nationality: 'FRA',
      issuingState: 'FRA',
      excludedIssuingStates: ['PAK', 'IRN'],
    })
  })

  it.each<[string, string, Partial<GateConfig>]>([
    ['another endpoint', 'scope', { domain: 'http://localhost:3001' }],
    ['another scope', 'scope', { scope: 'other' }],
    ['a higher age', 'age', { disclosures: { minAge: 21 } }],
    [
      'more excluded countries',
      'issuing_state',
      { disclosures: { minAge: 18, issuingState: { excluded: ['PAK', 'PRK'] } } },
    ],
    ['an excluded nationality', 'nationality', { disclosures: { minAge: 18, nationality: { excluded: ['FRA'] } } }],
    [
      'an included nationality of others',
      'nationality',
      { disclosures: { minAge: 18, nationality: { included: ['ITA'] } } },
    ],
    [
      'an issuing state of others',
      'issuing_state',
      { disclosures: { minAge: 18, issuingState: { included: ['ITA'] } } },
    ],
  ])('is refused for %s', async (_, code, changes) => {
    expect(await posted(changes)).toBe(code)
  })

  it('is refused two days later', async () => {
    expect(await posted({}, thatDay + 2 * 86_400_000)).toBe('date')
  })

  it('is refused when the registry does not know its root', async () => {
    expect(await posted({ rpcUrl: chain.url })).toBe('root')
  })

  it('is refused when anything in it is tampered with', async () => {
    const signal = (index: number, value: string) => (body: Recording) => ({
      ...body,
      publicSignals: body.publicSignals.with(index, value),
    })
    const zeroAge = (body: Recording) => {
      const age = BigInt(body.publicSignals[2] ?? 0)
      // Bytes 26 and 27 of the third signal hold the two digits of the age.
      const zeros = age & ~(0xffffn << (26n * 8n))
      return { ...body, publicSignals: body.publicSignals.with(2, String(zeros | (0x3030n << (26n * 8n)))) }
    }

    expect(await posted({}, thatDay, signal(7, '1'))).toBe('proof')
    expect(await posted({}, thatDay, signal(9, '1'))).toBe('proof')
    expect(await posted({}, thatDay, signal(20, '1'))).toBe('session')
    expect(await posted({}, thatDay, zeroAge)).toBe('age')
    expect(await posted({}, thatDay, body => ({ ...body, proof: { ...body.proof, c: body.proof.a } }))).toBe('proof')
    const otherUser = (body: Recording) => ({ ...body, userContextData: `${body.userContextData.slice(0, 127)}8` })
    expect(await posted({}, thatDay, otherUser)).toBe('session')
  })
})
