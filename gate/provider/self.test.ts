import { keccak_256 } from '@noble/hashes/sha3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex, utf8 } from '../bytes.ts'
import type { Disclosures, GateConfig } from '../core.ts'
import { aChain, type Chain } from '../testing/chain.ts'
import { answerOf, aSelfAnswer, type SelfFacts } from '../testing/selfAnswer.ts'
import { accepted, appIn, SESSION, waitingOn } from '../testing/selfDoor.ts'
import { SCALAR_FIELD } from './groth16.ts'
import { SELECTORS } from './selfRegistry.ts'

let chain: Chain

beforeAll(async () => {
  chain = await aChain([42n])
})

afterAll(() => chain.close())

const waiting = (changes: Partial<GateConfig> = {}) => waitingOn(chain, changes)

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
      disclosures: { minimumAge: 18 },
      chainID: 42_220,
      version: 2,
      userDefinedData: '',
    })
    expect(result.providers.self?.link?.length).toBeLessThan(440)
    expect(result.session.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('an unusual link', () => {
  it('names what is asked beside the age, and test documents', async () => {
    const disclosures: Disclosures = {
      minAge: 21,
      nationality: { included: ['FRA'] },
      issuingState: { excluded: ['DEU', 'ITA'] },
    }
    const { door } = await waiting({ disclosures, dev: true })
    const result = await door.verified(new Request('https://shop.example/'))
    if (result.type !== 'pending') throw new Error('expected pending')

    expect(appIn(result.providers.self?.link ?? '')).toMatchObject({
      disclosures: { minimumAge: 21, excludedCountries: ['D<<', 'ITA'], nationality: true },
      endpointType: 'staging_https',
      devMode: true,
    })
  })

  it('is read by an app that decodes it before taking it apart, whatever the name of the site is', async () => {
    const appName = 'Tom & Jerry #1, 100% "fun" + {more} = ü/👋'
    const { door } = await waiting({ appName })
    const result = await door.verified(new Request('https://shop.example/'))
    const link = result.type === 'pending' ? (result.providers.self?.link ?? '') : ''

    const decoded = new URLSearchParams(decodeURIComponent(link).split('?')[1]).get('selfApp') ?? ''

    expect([appIn(link).appName, JSON.parse(decoded).appName]).toEqual([appName, appName])
    // What RFC 3986 lets stand in a query, and no more.
    expect(link.split('?')[1]).toMatch(/^selfApp=[A-Za-z0-9\-._~:,/%!'()*]+$/)
  })
})

describe('the registry', () => {
  it.each(Object.entries(SELECTORS))('calls %s by the first bytes of its keccak-256', (signature, selector) => {
    expect(toHex(keccak_256(utf8(signature))).slice(0, 8)).toBe(selector)
  })
})
