import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateConfig } from '../core.ts'
import { ALL_COUNTRIES } from '../countries.ts'
import { aChain, type Chain } from '../testing/chain.ts'
import type { SelfFacts } from '../testing/selfAnswer.ts'
import { accepted, disclosuresIn, linkOf, waitingOn } from '../testing/selfDoor.ts'

let chain: Chain

beforeAll(async () => {
  chain = await aChain([42n])
})

afterAll(() => chain.close())

const waiting = (changes: Partial<GateConfig> = {}) => waitingOn(chain, changes)

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

    expect(disclosuresIn(await linkOf(door))).toEqual({ minimumAge: 18, issuing_state: true })
    expect(await postFacts({ issuingState: excluded[0] ?? '' })).toMatchObject({ code: 'issuing_state' })
    expect(await postFacts({ issuingState: 'ZWE' })).toMatchObject(accepted)
  })

  it("never maps excluded nationalities to the circuit's list, which compares issuing states", async () => {
    const { door } = await waiting({ disclosures: filters.nationalityOut })

    expect(disclosuresIn(await linkOf(door))).toEqual({ minimumAge: 18, nationality: true })
  })
})
