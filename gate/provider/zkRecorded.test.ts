import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCookieName } from '../cookies.ts'
import { REAL_SEAMS } from '../gateState.ts'
import { gateWith } from '../gateWith.ts'
import { resolveConfig } from '../resolveConfig.ts'
import { memorySessions } from '../session/memory.ts'
import { hasRecordings, RECORDINGS_NOTE, recorded } from '../testing/recorded.ts'
import { aConfig, aVisitor, protectedBy } from '../testing/visitor.ts'
import { hasSdk, SDK_NOTE } from '../testing/zkSdk.ts'
import { aZkProof, aZkWorld, ZK_RECORDED_AT, type ZkRecording, type ZkWorld } from '../testing/zkWorld.ts'
import type { Provider } from './provider.ts'
import { checkZk, zkProvider } from './zk.ts'
import { type ZkVerify, zkProcess } from './zkProcess.ts'

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
  const domain = 'zkpassport.id'
  const now = () => ZK_RECORDED_AT + 3_600_000
  // Loading the SDK takes seconds: one process for all worlds, which asks the one that is meant.
  let asked: ZkWorld
  const inProcess = zkProcess({ fetch: (input, init) => asked.fetch(input, init), now })
  const by = (place: ZkWorld): ZkVerify => {
    return check => {
      asked = place
      return inProcess(check)
    }
  }
  beforeAll(async () => {
    world = await aZkWorld({ rootIsValid: true, proofIsValid: true })
    liars = await aZkWorld({ rootIsValid: true, proofIsValid: false })
    strangers = await aZkWorld({ rootIsValid: false, proofIsValid: true })
  })
  afterAll(() => Promise.all([world.close(), liars.close(), strangers.close()]))
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

  async function judged(query: object, { place = world, host = domain, scope = 'bigproof' } = {}) {
    const recording = recorded<ZkRecording>('zk-all.json')
    // As it would arrive: through JSON.
    const answer = JSON.parse(JSON.stringify({ proofs: [aZkProof(recording)], queryResult: allResult }))
    const outcome = await checkZk(by(place), answer, { domain: host, steps: [], query, scope, devMode: true })
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
    expect(await judged(allQuery, { host: 'other.example' })).toBe('proof')
    expect(await judged(allQuery, { scope: 'other' })).toBe('proof')
    expect(await judged(allQuery, { place: strangers })).toBe('proof')
  })

  it('are refused when the chain says the proof is wrong', async () => {
    expect(await judged(allQuery, { place: liars })).toBe('proof')
  })

  it('go through the whole flow when bound to the session: page, post, claim, verified', async () => {
    const recording = recorded<ZkRecording>('zk-bind.json')
    const bound = recording.proves.bind ?? {}
    const config = resolveConfig(aConfig({ domain: 'https://zkpassport.id', scope: 'bigproof', providers: ['zk'] }))
    const disclosed = { disclose: true }
    /** The provider itself, but for the query: the recording was made for another one. */
    const provider: Provider = {
      ...zkProvider(config, { now }),
      name: 'zk-recorded',
      check: (answer, sessionId) => {
        const query = {
          nationality: disclosed,
          document_type: disclosed,
          document_number: disclosed,
          fullname: disclosed,
          birthdate: disclosed,
          gender: disclosed,
          // What it is bound to stands for the session's id, since it has not the shape of one.
          bind: { ...bound, custom_data: sessionId === 'recorded-session' ? bound.custom_data : sessionId },
        }
        return checkZk(by(world), answer, { domain, steps: [], query, scope: 'bigproof', devMode: true })
      },
    }
    const seams = {
      ...REAL_SEAMS,
      sessionIdOf: (secret: string) => (secret === 'other' ? 'other-session' : 'recorded-session'),
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
    visitor.cookies.set(sessionCookieName(door.config), 'other')
    const replayed = await visitor.post('/verify/zk-recorded', { sessionId: 'other-session', proofs, queryResult })
    expect(await replayed.json()).toMatchObject({ result: false, code: 'session' })
  })
})
