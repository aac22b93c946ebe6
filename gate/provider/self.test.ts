import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex, utf8 } from '../bytes.ts'
import type { GateConfig, GateEvent } from '../core.ts'
import { ALL_COUNTRIES } from '../countries.ts'
import { REAL_SEAMS } from '../gateState.ts'
import { gateWith } from '../gateWith.ts'
import { memorySessions } from '../session/memory.ts'
import { aChain, type Chain } from '../testing/chain.ts'
import { eachEvent } from '../testing/events.ts'
import { hasRecordings, RECORDINGS_NOTE, recorded } from '../testing/recorded.ts'
import { answerOf, aSelfAnswer, type SelfFacts, TEST_KEYS } from '../testing/selfAnswer.ts'
import { aConfig, aVisitor, protectedBy } from '../testing/visitor.ts'
import { SCALAR_FIELD } from './groth16.ts'
import { SELECTORS } from './selfRegistry.ts'
import { selfScopeHash } from './selfScope.ts'
import { readSelfSignals } from './selfSignals.ts'

const SESSION = '0b5cf1a3-9d4e-4b7a-8c1f-2f4d6e8a9b0c'
const NOON = Date.parse('2025-11-15T12:00:00Z')

let chain: Chain
beforeAll(async () => {
  chain = await aChain([42n])
})
afterAll(() => chain.close())

/** A gate with one pending session, and a way to post answers to it. */
async function waiting(changes: Partial<GateConfig> = {}, now = NOON) {
  const sessionAdapter = memorySessions({ now: () => now })
  await sessionAdapter.set(SESSION)
  const events: GateEvent[] = []
  const door = gateWith(
    aConfig({
      providers: ['self'],
      rpcUrl: chain.url,
      self: { verificationKeys: TEST_KEYS },
      sessionAdapter,
      onEvent: event => events.push(event),
      ...changes,
    }),
    { ...REAL_SEAMS, now: () => now },
  )
  async function post(body: unknown) {
    const request = new Request('https://shop.example/verify/self', { method: 'POST', body: JSON.stringify(body) })
    const response = await door.verify(request)
    const failed = events.findLast(event => event.type === 'failed')
    const answer: { status: string; result: boolean } = await response.json()
    return { http: response.status, ...answer, code: failed?.type === 'failed' ? failed.code : undefined }
  }
  const postFacts = (facts: Partial<SelfFacts>) => post(aSelfAnswer({ sessionId: SESSION, ...facts }))
  return { door, post, postFacts, sessionAdapter, events }
}

const accepted = { status: 'success', result: true }

describe('provider self', () => {
  it('accepts a proof of the wanted age and completes the session', async () => {
    const { postFacts, sessionAdapter } = await waiting()

    expect(await postFacts({})).toMatchObject(accepted)
    expect(await sessionAdapter.get(SESSION)).toBeTypeOf('string')
  })

  it('accepts a proof of a higher age than asked', async () => {
    const { postFacts } = await waiting()

    expect(await postFacts({ age: '21' })).toMatchObject(accepted)
  })

  it('accepts an identity card, whose signals are laid out differently', async () => {
    const { postFacts } = await waiting({ disclosures: { minAge: 18, nationality: { included: ['FRA'] } } })

    expect(await postFacts({ attestationId: 2, nationality: 'FRA' })).toMatchObject(accepted)
  })

  it.each<[string, Partial<SelfFacts>, string]>([
    ['a lower age', { age: '17' }, 'age'],
    ['an age that was not disclosed', { age: '00' }, 'age'],
    ['an age field left empty', { age: '\0\0' }, 'age'],
    ['a proof for another domain', { domain: 'https://other.example' }, 'scope'],
    ['a proof for another scope', { scope: 'other' }, 'scope'],
    ['a root the registry does not know', { root: 43n }, 'root'],
    ['a proof of two days ago', { date: '251113' }, 'date'],
    ['a proof from the day after tomorrow', { date: '251117' }, 'date'],
    ['a day that does not exist', { date: '251131' }, 'date'],
    ['a proof without an identifier', { nullifier: 0n }, 'proof'],
  ])('refuses %s', async (_, facts, code) => {
    const { postFacts, sessionAdapter } = await waiting()

    expect(await postFacts(facts)).toMatchObject({ status: 'error', result: false, code })
    expect(await sessionAdapter.get(SESSION)).toBeUndefined()
  })

  it.each(['251114', '251115', '251116'])('accepts a proof of %s, since phones are in every time zone', async date => {
    const { postFacts } = await waiting()

    expect(await postFacts({ date })).toMatchObject(accepted)
  })

  it("refuses another person's session put over the proof", async () => {
    const { post, sessionAdapter } = await waiting()
    const other = '11111111-2222-4333-8444-555555555555'
    await sessionAdapter.set(other)
    const answer = aSelfAnswer({ sessionId: other })

    const moved = { ...answer, userContextData: aSelfAnswer({ sessionId: SESSION }).userContextData }

    expect(await post(moved)).toMatchObject({ result: false, code: 'session' })
  })

  it('refuses a tampered proof, signal or identifier', async () => {
    const { post } = await waiting()
    const answer = aSelfAnswer({ sessionId: SESSION })
    const [x = '', y = ''] = answer.proof.a

    expect(await post({ ...answer, proof: { ...answer.proof, a: [y, x] } })).toMatchObject({ code: 'proof' })
    const signals = answer.publicSignals.with(7, '987654321')
    expect(await post({ ...answer, publicSignals: signals })).toMatchObject({ code: 'proof' })
  })

  it('refuses an identifier spelt larger than the field, which would be the same person twice', async () => {
    const { post } = await waiting()
    const answer = aSelfAnswer({ sessionId: SESSION })

    const signals = answer.publicSignals.with(7, String(123_456_789n + SCALAR_FIELD))

    expect(await post({ ...answer, publicSignals: signals })).toMatchObject({ code: 'malformed' })
  })

  it('refuses a proof of a card presented as a passport', async () => {
    const { post } = await waiting()
    const answer = aSelfAnswer({ sessionId: SESSION })
    const signals = answer.publicSignals.map(BigInt).with(8, 2n)

    expect(await post(answerOf(1, signals, answer.userContextData))).toMatchObject({ code: 'document' })
  })

  it('refuses kinds of documents it does not know', async () => {
    const { post } = await waiting()

    expect(await post({ ...aSelfAnswer({ sessionId: SESSION }), attestationId: 3 })).toMatchObject({
      code: 'malformed',
    })
  })

  it('always answers 200, whatever it is sent', async () => {
    const { post } = await waiting()

    for (const body of [null, [], 'text', { userContextData: 'zz' }, { userContextData: '0'.repeat(128) }]) {
      expect(await post(body)).toMatchObject({ http: 200, status: 'error', result: false })
    }
  })

  it('always answers 200, even when the store is down', async () => {
    const down = () => Promise.reject(new Error('store is down'))
    const { postFacts, events } = await waiting({ sessionAdapter: { has: down, get: down, set: down, consume: down } })

    expect(await postFacts({})).toMatchObject({ http: 200, status: 'error', result: false, code: 'unavailable' })
    expect(events).toContainEqual(expect.objectContaining({ type: 'error', error: new Error('store is down') }))
  })

  it('ignores an answer for a session that was completed, and does no work for it', async () => {
    const { postFacts, sessionAdapter } = await waiting()
    await postFacts({})
    const token = await sessionAdapter.get(SESSION)
    const callsBefore = chain.calls.length

    expect(await postFacts({ nullifier: 5n })).toMatchObject({ result: false, code: 'session' })
    expect(await sessionAdapter.get(SESSION)).toBe(token)
    expect(chain.calls.length).toBe(callsBefore)
  })

  it('leaves time to others while many false proofs are checked', async () => {
    const { door, sessionAdapter } = await waiting()
    const posts = Array.from({ length: 3 }, async () => {
      const sessionId = crypto.randomUUID()
      await sessionAdapter.set(sessionId)
      const answer = aSelfAnswer({ sessionId })
      const body = JSON.stringify({ ...answer, publicSignals: answer.publicSignals.with(7, '1') })
      return door.verify(new Request('https://shop.example/verify/self', { method: 'POST', body }))
    })
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 1)

    await Promise.all(posts)
    clearInterval(ticking)

    // Each proof is checked in some twenty pieces, each with a rest behind it.
    expect(turns).toBeGreaterThan(40)
  })

  it('lets the person try again when the chain does not answer', async () => {
    const { postFacts } = await waiting({ fetch: () => Promise.reject(new Error('no route')) })

    expect(await postFacts({})).toMatchObject({ status: 'error', result: false, code: 'unavailable' })
  })

  it('asks the chain nothing for a proof that is not valid', async () => {
    const { post } = await waiting()
    const answer = aSelfAnswer({ sessionId: SESSION })
    const callsBefore = chain.calls.length

    await post({ ...answer, publicSignals: answer.publicSignals.with(0, '1') })

    expect(chain.calls.length).toBe(callsBefore)
  })
})

describe('countries with provider self', () => {
  const filters = {
    nationalityIn: { minAge: 18, nationality: { included: ['FRA', 'DEU'] } },
    nationalityOut: { minAge: 18, nationality: { excluded: ['FRA', 'RKS'] } },
    issuerIn: { minAge: 18, issuingState: { included: ['FRA'] } },
    issuerOut: { minAge: 18, issuingState: { excluded: ['PAK', 'DEU'] } },
  } satisfies Record<string, GateConfig['disclosures']>

  it.each<[string, GateConfig['disclosures'], Partial<SelfFacts>, string | undefined]>([
    ['an included nationality', filters.nationalityIn, { nationality: 'FRA' }, undefined],
    ['Germany as passports write it', filters.nationalityIn, { nationality: 'D<<' }, undefined],
    ['a nationality that is not included', filters.nationalityIn, { nationality: 'ITA' }, 'nationality'],
    ['no nationality at all, where some are included', filters.nationalityIn, {}, 'nationality'],
    ['a nationality that is not excluded', filters.nationalityOut, { nationality: 'ITA' }, undefined],
    ['an excluded nationality', filters.nationalityOut, { nationality: 'FRA' }, 'nationality'],
    ['an excluded nationality under another spelling', filters.nationalityOut, { nationality: 'XKX' }, 'nationality'],
    ['no nationality at all, where some are excluded', filters.nationalityOut, {}, 'nationality'],
    ['an included issuing state', filters.issuerIn, { issuingState: 'FRA' }, undefined],
    ['an issuing state that is not included', filters.issuerIn, { issuingState: 'ITA' }, 'issuing_state'],
    [
      "the circuit's exclusion of all issuing states asked",
      filters.issuerOut,
      { excluded: ['D<<', 'PAK', 'IRN'] },
      undefined,
    ],
    ["the circuit's exclusion of fewer issuing states", filters.issuerOut, { excluded: ['PAK'] }, 'issuing_state'],
    [
      'letters spread over several codes, which the circuit compared with no country',
      filters.issuerOut,
      { excluded: ['PA\0', 'K\0\0', 'D<\0', '<\0\0'] },
      'issuing_state',
    ],
  ])('decides on %s', async (_, disclosures, facts, code) => {
    const { postFacts } = await waiting({ disclosures })

    expect(await postFacts(facts)).toMatchObject(code === undefined ? accepted : { result: false, code })
  })

  it('asks for the issuing state itself when more than forty are excluded', async () => {
    const excluded = ALL_COUNTRIES.slice(0, 41)
    const { door, postFacts } = await waiting({ disclosures: { minAge: 18, issuingState: { excluded } } })

    expect(disclosuresIn(await linkOf(door))).toMatchObject({ issuing_state: true, excludedCountries: [] })
    expect(await postFacts({ issuingState: excluded[0] ?? '' })).toMatchObject({ code: 'issuing_state' })
    expect(await postFacts({ issuingState: 'ZWE' })).toMatchObject(accepted)
  })

  it("never maps excluded nationalities to the circuit's list, which compares issuing states", async () => {
    const { door } = await waiting({ disclosures: filters.nationalityOut })

    expect(disclosuresIn(await linkOf(door))).toEqual({
      minimumAge: 18,
      excludedCountries: [],
      nationality: true,
      issuing_state: false,
      ofac: false,
    })
  })
})

describe('the link', () => {
  it('carries the session as user id and everything else the app needs', async () => {
    const { door } = await waiting({ basePath: '/gate', appName: 'Shop', scope: 'adults', dev: false })
    const result = await door.verified(new Request('https://shop.example/'))
    if (result.type !== 'pending') throw new Error('expected pending')

    expect(appIn(result.providers.self?.link ?? '')).toEqual({
      appName: 'Shop',
      scope: 'adults',
      endpoint: 'https://shop.example/gate/verify/self',
      endpointType: 'https',
      userId: result.session.id,
      userIdType: 'uuid',
      sessionId: result.session.id,
      disclosures: { minimumAge: 18, excludedCountries: [], nationality: false, issuing_state: false, ofac: false },
      devMode: false,
      header: '',
      logoBase64: '',
      deeplinkCallback: '',
      chainID: 42_220,
      version: 2,
      userDefinedData: '',
    })
    expect(result.session.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('the registry', () => {
  it.each(Object.entries(SELECTORS))('calls %s by the first bytes of its keccak-256', (signature, selector) => {
    expect(toHex(keccak_256(utf8(signature))).slice(0, 8)).toBe(selector)
  })
})

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

async function linkOf(door: {
  verified(request: Request): Promise<{ type: string; providers?: object }>
}): Promise<string> {
  const result = await door.verified(new Request('https://shop.example/'))
  return JSON.parse(JSON.stringify(result)).providers.self.link
}

function appIn(link: string): Record<string, unknown> {
  return JSON.parse(new URL(link).searchParams.get('selfApp') ?? '')
}

function disclosuresIn(link: string): unknown {
  return appIn(link).disclosures
}
