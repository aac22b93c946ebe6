import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../config.ts'
import { ALL_COUNTRIES } from '../countries.ts'
import { gateWith } from '../gateWith.ts'
import { REAL_SEAMS } from '../inside.ts'
import { memorySessions } from '../session/memory.ts'
import { hasRecordings, RECORDINGS_NOTE, recorded } from '../testing/recorded.ts'
import { aConfig, aGate, aVisitor, DOMAIN, protectedBy } from '../testing/visitor.ts'
import { aZkProof, aZkWorld, ZK_RECORDED_AT, type ZkRecording, type ZkWorld } from '../testing/zkWorld.ts'
import type { Provider } from './provider.ts'
import { withFetch } from './scopedFetch.ts'
import { verifyZk, zkProvider } from './zk.ts'
import { askFor } from './zkQuery.ts'
import { isZkSdkInstalled, loadZkSdk, type ZkInstance } from './zkSdk.ts'

const hasSdk = await isZkSdkInstalled()
const SDK_NOTE = hasSdk ? '' : ' (SKIPPED: @zkpassport/sdk is not installed)'

describe('provider zk', () => {
  it('tells the page what to ask and where to relay', async () => {
    const door = aGate({ providers: ['zk'], zk: { bridgeUrl: 'wss://relay.example/x' }, disclosures: { minAge: 21 } })
    const result = await door.verified(new Request(DOMAIN))
    if (result.type !== 'pending') throw new Error('expected pending')

    expect(result.providers.zk?.data).toEqual({
      domain: 'shop.example',
      appName: 'shop.example',
      scope: 'gate',
      dev: true,
      disclosures: { minAge: 21 },
      bridgeUrl: 'wss://relay.example/x',
    })
    const page = door.challenge(result, new Request(DOMAIN))
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' wss://relay.example;")
  })

  it.each<[string, unknown]>([
    ['no proofs', { proofs: [], queryResult: {} }],
    ['proofs that are not objects', { proofs: ['x'], queryResult: {} }],
    ['more proofs than there can be', { proofs: Array(21).fill(aProof()), queryResult: {} }],
    ['proofs of two versions', { proofs: [aProof(), aProof({ version: '0.19.0' })], queryResult: {} }],
    ['an outer proof among others', { proofs: [aProof(), aProof({ name: 'outer_evm_count_5' })], queryResult: {} }],
    ['no result', { proofs: [aProof()] }],
  ])('refuses %s without asking the SDK', async (_, answer) => {
    const sdk: ZkInstance = {
      createQuery: () => {
        throw new Error('not asked')
      },
      verify: () => Promise.reject(new Error('not asked')),
    }

    expect(await verifyZk(sdk, answer, {}, { scope: 'gate', dev: false })).toMatchObject({ code: 'malformed' })
  })

  it('403 for proofs posted by a browser that did not open the session', async () => {
    const door = aGate({ providers: ['zk'] })
    const victim = aVisitor(protectedBy(door))
    const sessionId = await victim.open()

    const response = await aVisitor(protectedBy(door)).post('/verify/zk', {
      sessionId,
      proofs: [aProof()],
      queryResult: {},
    })

    expect(response.status).toBe(403)
  })
})

function aProof(changes: object = {}) {
  return { proof: 'abcd', name: 'sig_check', version: '0.18.0', ...changes }
}

describe('withFetch', () => {
  it('gives each of two tasks its own fetch and leaves everybody else the real one', async () => {
    const real = globalThis.fetch
    const answering = (text: string) => () => Promise.resolve(new Response(text))
    const ask = async () => {
      await new Promise(resolve => setTimeout(resolve, 5))
      return (await fetch('http://127.0.0.1:1/')).text()
    }

    const both = Promise.all([withFetch(answering('one'), ask), withFetch(answering('two'), ask)])
    const outside = fetch('http://127.0.0.1:1/').catch(() => 'refused')

    expect(await both).toEqual(['one', 'two'])
    expect(await outside).toBe('refused')
    globalThis.fetch = real
  })
})

describe.skipIf(!hasSdk)(`the query${SDK_NOTE}`, () => {
  it('is built from the configuration and bound to the session', async () => {
    const { ZKPassport } = await loadZkSdk()
    const sdk = new ZKPassport('shop.example', { disableProofStorage: true })
    const wanted = {
      minAge: 18,
      nationality: { included: ['FRA', 'DEU'] },
      issuingState: { excluded: ['PAK'] },
    } as const

    expect(askFor(sdk.createQuery(), wanted, 'the-session').query).toEqual({
      age: { gte: 18 },
      nationality: { in: ['FRA', 'DEU'] },
      issuing_country: { out: ['PAK'] },
      bind: { custom_data: 'the-session' },
    })
  })

  it('takes every code a filter takes', async () => {
    const { ZKPassport } = await loadZkSdk()
    const sdk = new ZKPassport('shop.example', { disableProofStorage: true })

    for (const country of ALL_COUNTRIES) {
      const { query } = askFor(sdk.createQuery(), { minAge: 18, nationality: { excluded: [country] } }, 's')
      expect(query).toMatchObject({ nationality: { out: [country] } })
    }
  })
})

/** What the recorded documents disclose, beside the facts of each proof. */
const PERSON = {
  document_type: { disclose: { result: 'passport' } },
  document_number: { disclose: { result: 'PA1234567' } },
  fullname: { disclose: { result: 'Johnny Silverhand' } },
  gender: { disclose: { result: 'M' } },
}
const BORN = new Date('1988-11-12')
const COUNTRIES = { in: ['AUS', 'FRA', 'USA', 'GBR'], out: ['ESP', 'PRT', 'ITA'] }
const passed = (expected: unknown) => ({ expected, result: true })
const inAndOut = { in: passed(COUNTRIES.in), out: passed(COUNTRIES.out) }

describe.skipIf(!hasSdk || !hasRecordings)(`recorded proofs of ZKPassport${SDK_NOTE}${RECORDINGS_NOTE}`, () => {
  let world: ZkWorld
  let liars: ZkWorld
  let strangers: ZkWorld
  let sdk: ZkInstance
  beforeAll(async () => {
    world = await aZkWorld({ rootIsValid: true, proofIsValid: true })
    liars = await aZkWorld({ rootIsValid: true, proofIsValid: false })
    strangers = await aZkWorld({ rootIsValid: false, proofIsValid: true })
    const { ZKPassport } = await loadZkSdk()
    sdk = new ZKPassport('zkpassport.id', { disableProofStorage: true })
  })
  afterAll(() => Promise.all([world.close(), liars.close(), strangers.close()]))
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: ZK_RECORDED_AT + 3_600_000 })
    // The SDK explains every refusal on the console.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const made = new Date(ZK_RECORDED_AT)
  const allQuery = {
    age: { gte: 18 },
    nationality: { ...COUNTRIES, disclose: true },
    issuing_country: COUNTRIES,
    document_type: { disclose: true },
    document_number: { disclose: true },
    fullname: { disclose: true },
    birthdate: { disclose: true, lte: made },
    gender: { disclose: true },
    expiry_date: { gte: made },
    sanctions: { countries: 'all', lists: 'all', strict: true },
    facematch: { mode: 'regular' },
  }
  const allResult = {
    ...PERSON,
    age: { gte: passed(18) },
    nationality: { ...inAndOut, disclose: { result: 'AUS' } },
    issuing_country: inAndOut,
    birthdate: { disclose: { result: BORN }, lte: passed(made) },
    expiry_date: { gte: passed(made) },
    sanctions: { passed: true, isStrict: true },
    facematch: { passed: true, mode: 'regular' },
  }

  async function judged(query: object, { in: place = world, by = sdk, scope = 'bigproof' } = {}) {
    const recording = recorded<ZkRecording>('zk-all.json')
    // As it would arrive: through JSON.
    const answer = JSON.parse(JSON.stringify({ proofs: [aZkProof(recording)], queryResult: allResult }))
    const outcome = await withFetch(place.fetch, () => verifyZk(by, answer, query, { scope, dev: true }))
    return outcome.accepted ? outcome.identifier : outcome.code
  }

  it('are accepted for exactly the query they prove', async () => {
    const nullifier = BigInt(recorded<ZkRecording>('zk-all.json').publicInputs[16] ?? 0)

    expect(await judged(allQuery)).toBe(String(nullifier))
  })

  it.each<[string, object, string]>([
    ['a higher age', { ...allQuery, age: { gte: 21 } }, 'age'],
    ['fewer nationalities', { ...allQuery, nationality: { ...allQuery.nationality, in: ['AUS'] } }, 'nationality'],
    [
      'more excluded issuing countries',
      { ...allQuery, issuing_country: { ...COUNTRIES, out: ['ESP', 'PRT', 'ITA', 'AUT'] } },
      'issuing_state',
    ],
    ['a session they are not bound to', { ...allQuery, bind: { custom_data: 'a-session' } }, 'session'],
    ['less than they prove', { age: { gte: 18 } }, 'nationality'],
  ])('are refused for %s', async (_, query, code) => {
    expect(await judged(query)).toBe(code)
  })

  it('are refused for another domain, another scope, or with unknown roots', async () => {
    const { ZKPassport } = await loadZkSdk()
    const other = new ZKPassport('other.example', { disableProofStorage: true })

    expect(await judged(allQuery, { by: other })).toBe('proof')
    expect(await judged(allQuery, { scope: 'other' })).toBe('proof')
    expect(await judged(allQuery, { in: strangers })).toBe('proof')
  })

  it('are refused when the chain says the proof is wrong', async () => {
    expect(await judged(allQuery, { in: liars })).toBe('proof')
  })

  it('go through the whole flow when bound to the session: page, post, claim, verified', async () => {
    const recording = recorded<ZkRecording>('zk-bind.json')
    const bound = recording.proves.bind ?? {}
    const config = resolveConfig(aConfig({ domain: 'https://zkpassport.id', scope: 'bigproof', providers: ['zk'] }))
    const disclosed = { disclose: true }
    /** The provider itself, but for the query: the recording was made for another one. */
    const provider: Provider = {
      ...zkProvider(config, world.fetch),
      name: 'zk-recorded',
      check: (answer, sessionId) => {
        const query = {
          nationality: disclosed,
          document_type: disclosed,
          document_number: disclosed,
          fullname: disclosed,
          birthdate: disclosed,
          gender: disclosed,
          bind: { ...bound, custom_data: sessionId },
        }
        return withFetch(world.fetch, () => verifyZk(sdk, answer, query, config))
      },
    }
    const seams = {
      ...REAL_SEAMS,
      sessionIdOf: (secret: string) => (secret === 'other' ? 'other-session' : (bound.custom_data ?? '')),
    }
    const sessionAdapter = memorySessions()
    const door = gateWith(aConfig({ domain: 'https://zkpassport.id', providers: [provider], sessionAdapter }), seams)
    const visitor = aVisitor(protectedBy(door), 'https://zkpassport.id')
    const queryResult = {
      ...PERSON,
      nationality: { disclose: { result: 'AUS' } },
      birthdate: { disclose: { result: BORN } },
      bind: bound,
    }
    const proofs = [aZkProof(recording)]

    const sessionId = await visitor.open()
    const posted = await visitor.post('/verify/zk-recorded', { sessionId, proofs, queryResult })
    const { accessToken } = await posted.json()
    const claimed = await visitor.post('/claim', { sessionId, accessToken })
    const page = await visitor.fetch('/')

    expect([posted.status, claimed.status, page.status]).toEqual([200, 204, 200])

    await sessionAdapter.set('other-session')
    visitor.cookies.set('gate-session', 'other')
    const replayed = await visitor.post('/verify/zk-recorded', { sessionId: 'other-session', proofs, queryResult })
    expect(await replayed.json()).toMatchObject({ result: false, code: 'session' })
  })
})
