import { describe, expect, it } from 'vitest'
import { aGate, aVisitor, DOMAIN, protectedBy } from '../testing/visitor.ts'
import { checkZk } from './zk.ts'
import { stepsFor } from './zkQuery.ts'

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
