import { describe, expect, it } from 'vitest'
import {
  ALL_COUNTRIES,
  AMERICAS_COUNTRIES,
  ASEAN_COUNTRIES,
  countryOfLetters,
  EEA_COUNTRIES,
  EU_COUNTRIES,
  isCountry,
  lettersOfCountry,
  MERCOSUR_COUNTRIES,
  SCHENGEN_COUNTRIES,
  spellingsOfCountry,
} from './countries.ts'

describe('countries', () => {
  it.each([
    ['the EU', 27, EU_COUNTRIES],
    ['the EEA', 30, EEA_COUNTRIES],
    ['Schengen', 29, SCHENGEN_COUNTRIES],
    ['ASEAN', 11, ASEAN_COUNTRIES],
    ['MERCOSUR', 5, MERCOSUR_COUNTRIES],
    ['the Americas', 35, AMERICAS_COUNTRIES],
    ['all', 249 + 24, ALL_COUNTRIES],
  ])('%s: %i different codes, all known', (_, count, group) => {
    expect(new Set(group).size).toBe(count)
    expect(group.filter(code => !isCountry(code))).toEqual([])
  })

  it('Schengen is the EU without Cyprus and Ireland, with four others', () => {
    const eu = EU_COUNTRIES.filter(code => code !== 'CYP' && code !== 'IRL')

    expect([...SCHENGEN_COUNTRIES].sort()).toEqual([...eu, 'CHE', 'ISL', 'LIE', 'NOR'].sort())
  })

  it.each([
    ['D<<', 'DEU'],
    ['XKK', 'RKS'],
    ['XKX', 'RKS'],
    ['FRA', 'FRA'],
    ['GBD', 'GBD'],
    ['\0\0\0', undefined],
    ['<<<', undefined],
    ['QQQ', undefined],
    ['fra', undefined],
  ])('the letters %j mean %s', (letters, country) => {
    expect(countryOfLetters(letters)).toBe(country)
  })

  it('every country is found again from each of its spellings', () => {
    for (const country of ALL_COUNTRIES) {
      expect(lettersOfCountry(country).map(countryOfLetters)).toEqual(lettersOfCountry(country).map(() => country))
    }
    expect(lettersOfCountry('DEU')).toEqual(['D<<'])
    expect(spellingsOfCountry('DEU')).toEqual(['DEU'])
    expect(lettersOfCountry('RKS')).toEqual(['RKS', 'XKK', 'XKX'])
  })
})
