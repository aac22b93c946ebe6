import type { CountryFilter, Disclosures } from './config.ts'
import { configError, integerIn, objectIn, onlyKnown } from './configChecks.ts'
import { ALL_COUNTRIES, isCountry, spellingsOfCountry, type X511Country } from './countries.ts'

/** ZKPassport's circuits hold lists of at most this many countries. */
const MAX_COUNTRIES_ZK = 200

export function disclosuresIn(disclosures: unknown, providers: readonly string[]): Disclosures {
  const given = objectIn<Record<string, unknown>>('disclosures', disclosures)
  onlyKnown('disclosures.', given, { minAge: true, nationality: true, issuingState: true })
  const filters = Object.fromEntries(
    ['nationality', 'issuingState']
      .filter(name => given[name] !== undefined)
      .map(name => [name, filterIn(`disclosures.${name}`, given[name], providers)]),
  )
  return Object.freeze({ minAge: integerIn('disclosures.minAge', given.minAge, 1, 99), ...filters })
}

function filterIn(field: string, filter: unknown, providers: readonly string[]): CountryFilter {
  const given = objectIn<Record<string, unknown>>(field, filter)
  onlyKnown(`${field}.`, given, { included: true, excluded: true })
  const { included, excluded } = given
  if (included !== undefined && excluded !== undefined) {
    throw configError(field, 'must have either "included" or "excluded", not both')
  }
  if (included !== undefined) return Object.freeze({ included: countriesIn(`${field}.included`, included, providers) })
  if (excluded !== undefined) return Object.freeze({ excluded: countriesIn(`${field}.excluded`, excluded, providers) })
  throw configError(field, 'must have either "included" or "excluded", got neither')
}

function countriesIn(field: string, list: unknown, providers: readonly string[]): readonly X511Country[] {
  if (!Array.isArray(list) || list.length === 0) {
    throw configError(field, 'must be a list of at least one country code', list)
  }
  const countries = list.map((code: unknown, index) => {
    if (isCountry(code)) return code
    throw configError(`${field}[${index}]`, 'must be a three-letter upper-case country code such as "FRA"', code)
  })
  const distinct = ALL_COUNTRIES.filter(country => countries.includes(country))
  const spellings = distinct.flatMap(spellingsOfCountry).length
  if (providers.includes('zk') && spellings > MAX_COUNTRIES_ZK) {
    throw configError(field, `must hold at most ${MAX_COUNTRIES_ZK} countries with provider "zk"`, spellings)
  }
  return Object.freeze(distinct)
}
