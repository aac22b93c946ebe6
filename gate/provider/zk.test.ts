import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCookieName } from '../cookies.ts'
import { ALL_COUNTRIES } from '../countries.ts'
import { REAL_SEAMS } from '../gateState.ts'
import { gateWith } from '../gateWith.ts'
import { resolveConfig } from '../resolveConfig.ts'
import { memorySessions } from '../session/memory.ts'
import { hasRecordings, RECORDINGS_NOTE, recorded } from '../testing/recorded.ts'
import { aConfig, aGate, aVisitor, DOMAIN, protectedBy } from '../testing/visitor.ts'
import { aZkProof, aZkWorld, ZK_RECORDED_AT, type ZkRecording, type ZkWorld } from '../testing/zkWorld.ts'
import type { Provider } from './provider.ts'
import { checkZk, zkProvider } from './zk.ts'
import { type ZkVerify, zkProcess } from './zkProcess.ts'
import { stepsFor } from './zkQuery.ts'
import { isZkSdkInstalled } from './zkSdk.ts'

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
    ['a version that is a path', { proofs: [aProof({ version: '0.18.0/../../x' })], queryResult: {} }],
    ['a name that is a path', { proofs: [aProof({ name: 'sig_check/../x' })], queryResult: {} }],
  ])('refuses %s without asking the SDK', async (_, answer) => {
    const verify = () => Promise.reject(new Error('was asked'))

    expect(await checkZk(verify, answer, { domain: 'x', steps: [], scope: 'gate', devMode: false })).toMatchObject({
      code: 'malformed',
    })
  })

  it('refuses a salted identifier, which would be a second one of the same person', async () => {
    const asked = { domain: 'x', steps: [], scope: 'gate', devMode: false }
    const answer = { proofs: [aProof()], queryResult: {} }
    const judged = (isSalted: boolean) =>
      checkZk(async () => ({ verified: true, uniqueIdentifier: '7', isSalted, wrong: [] }), answer, asked)

    expect(await judged(true)).toMatchObject({ accepted: false, code: 'proof' })
    expect(await judged(false)).toEqual({ accepted: true, identifier: '7' })
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

describe('the query', () => {
  it('is built from the configuration and bound to the session', () => {
    const wanted = {
      minAge: 18,
      nationality: { included: ['FRA', 'DEU'] },
      issuingState: { excluded: ['PAK'] },
    } as const

    expect(stepsFor(wanted, 'the-session')).toEqual([
      ['gte', 'age', 18],
      ['in', 'nationality', ['FRA', 'DEU']],
      ['out', 'issuing_country', ['PAK']],
      ['bind', 'custom_data', 'the-session'],
    ])
  })
})

describe('the query about Kosovo', () => {
  it('names every spelling documents use, on the page as on the server', async () => {
    const disclosures = { minAge: 18, nationality: { excluded: ['RKS'] }, issuingState: { included: ['DEU'] } } as const
    const result = await aGate({ providers: ['zk'], disclosures }).verified(new Request(DOMAIN))
    if (result.type !== 'pending') throw new Error('expected pending')

    expect(stepsFor(disclosures, 's')).toContainEqual(['out', 'nationality', ['RKS', 'XKK', 'XKX']])
    expect(stepsFor(disclosures, 's')).toContainEqual(['in', 'issuing_country', ['DEU']])
    expect(result.providers.zk?.data).toMatchObject({
      disclosures: { nationality: { excluded: ['RKS', 'XKK', 'XKX'] }, issuingState: { included: ['DEU'] } },
    })
  })
})

describe('a check that takes too long', () => {
  it('ends, and the next one does not fall to the process that is being ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gate-zk-'))
    const program = join(folder, 'sluggish.mjs')
    // Says what it was asked for, unless that is "never".
    writeFileSync(
      program,
      `process.on('message', ({ scope }) => {
        if (scope !== 'never') process.send({ type: 'verdict', verified: true, uniqueIdentifier: scope, wrong: [] })
      })`,
    )
    const verify = zkProcess({ fetch, now: Date.now, program: pathToFileURL(program), timeout: 2_000 })
    const check = { domain: 'x', steps: [], proofs: [], queryResult: {}, devMode: true }

    const late = verify({ ...check, scope: 'never' })
    const next = verify({ ...check, scope: 'me' })

    await expect(late).rejects.toThrow('took too long')
    expect(await next).toMatchObject({ verified: true, uniqueIdentifier: 'me' })
    rmSync(folder, { recursive: true })
  })
})

describe.skipIf(!hasSdk)(`the process of the SDK${SDK_NOTE}`, () => {
  const noNetwork = () => Promise.reject(new Error('no network'))
  const verify = zkProcess({ fetch: noNetwork, now: Date.now })

  it('takes every code a filter takes, and answers by refusing', async () => {
    const excluded = ALL_COUNTRIES.slice(0, 200)
    const steps = stepsFor(
      { minAge: 18, nationality: { excluded }, issuingState: { included: ALL_COUNTRIES.slice(73) } },
      's',
    )

    // A proof of nothing: what matters is that building the query did not throw.
    expect(
      await verify({ domain: 'x.example', steps, proofs: [], queryResult: {}, scope: 's', devMode: true }),
    ).toMatchObject({
      verified: false,
    })
  })

  it('survives answers that make the SDK throw, and leaves no prover behind', async () => {
    const proof = {
      proof: 'ab'.repeat(2_000),
      name: 'compare_age',
      version: '0.20.0',
      vkeyHash: '0x0',
      committedInputs: {},
    }
    const check = {
      domain: 'x.example',
      steps: stepsFor({ minAge: 18 }, 's'),
      proofs: [proof],
      queryResult: {},
      scope: 's',
      devMode: true,
    }

    for (let time = 0; time < 3; time++) await expect(verify(check)).rejects.toThrow("ZKPassport's SDK")
    expect(await verify({ ...check, proofs: [] })).toMatchObject({ verified: false })

    expect(provers()).toEqual([])
  })

  it('says so when too many wait', async () => {
    const check = { domain: 'x.example', steps: [], proofs: [], queryResult: {}, scope: 's', devMode: true }

    const all = await Promise.all(Array.from({ length: 20 }, () => verify(check)))

    expect(all.filter(verdict => verdict === 'busy')).toHaveLength(3)
  })
})

/** Provers that run under a process of this test. */
function provers(): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines.map(line => line.trim().split(/\s+/))
  const children = new Set(rows.filter(([, parent]) => parent === String(process.pid)).map(([pid]) => pid))
  const mine = rows.filter(([, parent, state]) => children.has(parent) && !state?.startsWith('Z'))
  return mine.map(row => row.join(' '))
}

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
