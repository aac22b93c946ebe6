import { failure } from '@portico/kit/api/failure'
import { nullable, optional } from '@portico/kit/api/schemas'
import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import { ADDRESS_PARTS, type AddressParts, countryCode, formatAddress, parseAddress } from './parseAddress.ts'

/** An address as it is kept: the text it was given as, and its parts as far as they are known. */
export type Address = Record<(typeof ADDRESS_PARTS)[number] | 'formatted_address' | 'country_code', string | null> & {
  value: string
}

const Part = nullable(Type.String())

/** An address on the v2 wire. */
export const AddressV2 = Type.Object({
  value: Type.String(),
  country: Part,
  admin_area_level_1: Part,
  admin_area_level_2: Part,
  locality: Part,
  sublocality: Part,
  route: Part,
  street_number: Part,
  subpremise: Part,
  postal_code: Part,
})

const GivenPart = optional(nullable(Type.String({ maxLength: 255 })))

/** An address in a v2 body: the text, its parts, or both. */
export const AddressInput = Type.Object({
  value: GivenPart,
  country: GivenPart,
  admin_area_level_1: GivenPart,
  admin_area_level_2: GivenPart,
  locality: GivenPart,
  sublocality: GivenPart,
  route: GivenPart,
  street_number: GivenPart,
  subpremise: GivenPart,
  postal_code: GivenPart,
})

/** Reads an address of a v2 body. Parts are taken as given; a text alone is taken apart. */
export function addressFromV2(
  given: Static<typeof AddressInput> | null | undefined,
  field: string,
): Address | null | undefined {
  if (given === null || given === undefined) return given
  const unknown = Object.keys(given).find(part => part !== 'value' && !ADDRESS_PARTS.some(known => known === part))
  if (unknown)
    throw failure('invalid', `${field}.${unknown} is not part of an address`, { field: `${field}.${unknown}` })
  const parts = partsOf(given)
  const text = given.value?.trim() ?? ''
  if (Object.keys(parts).length > 0) return addressOf(text || formatAddress(parts), parts)
  return text ? addressOf(text, parseAddress(text)) : null
}

/**
 * Reads the flat form of v1: `address` and `address_locality` and its sisters. Parts beside the text are taken as
 * given, parts alone change the address that is there.
 */
export function addressFromV1(
  body: Record<string, unknown>,
  field: string,
  stored: Address | null,
): Address | null | undefined {
  const text = body[field]
  if (typeof text === 'object' && text !== null) return addressFromV2(text, field)
  const given = Object.fromEntries(ADDRESS_PARTS.map(part => [part, readPart(body, `${field}_${part}`)]))
  const speaksOfParts = Object.values(given).some(part => part !== undefined)
  if (text === undefined && !speaksOfParts) return undefined
  if (text === null || text === '') return null
  if (text !== undefined && typeof text !== 'string') throw failure('invalid', `${field} must be a string`, { field })
  if (text !== undefined && text.length > 2000) throw failure('invalid', `${field} is too long`, { field })
  if (text !== undefined && !speaksOfParts) return addressOf(text.trim(), parseAddress(text))
  const before = text === undefined && stored ? partsOf(stored) : {}
  const kept = Object.entries(before).filter(([part]) => given[part] === undefined)
  const parts = { ...Object.fromEntries(kept), ...partsOf(given) }
  return addressOf(text?.trim() || stored?.value || formatAddress(parts), parts)
}

/** A part beside the text of v1; numbers are taken for what they look like: `address_postal_code: 10115`. */
function readPart(body: Record<string, unknown>, field: string): string | null | undefined {
  const part = body[field]
  if (part === undefined || part === null) return part
  if (typeof part !== 'string' && typeof part !== 'number')
    throw failure('invalid', `${field} must be a string`, { field })
  if (String(part).length > 255) throw failure('invalid', `${field} is longer than 255 characters`, { field })
  return String(part)
}

/** The v2 form of the address in a column, null when there is none. */
export function addressV2(column: Fragment): Fragment {
  const parts = ['value', 'country', 'admin_area_level_1', 'admin_area_level_2', 'locality', 'sublocality', 'route']
  const listed = [...parts, 'street_number', 'subpremise', 'postal_code'].map(
    part => sql`${part}::text, ${column} ->> ${part}`,
  )
  return sql`case when ${column} is null then null else json_build_object(${joined(listed, ', ')}) end`
}

/** The flat columns of v1: `address`, `address_subpremise` …, for `select`. */
export function addressColumnsV1(column: Fragment, name: string): Fragment {
  const parts = [...ADDRESS_PARTS, 'formatted_address'].map(
    part => sql`${column} ->> ${part} as ${sql(`${name}_${part}`)}`,
  )
  return joined([sql`${column} ->> 'value' as ${sql(name)}`, ...parts], ', ')
}

const TextV1 = nullable(Type.String())

/** The fields those columns have on the v1 wire. */
export const organizationAddressV1 = addressFieldsV1('address')
export const postalAddressV1 = addressFieldsV1('postal_address')

function addressFieldsV1<Name extends string>(name: Name) {
  type Fields = Record<Name | `${Name}_${(typeof ADDRESS_PARTS)[number] | 'formatted_address'}`, typeof TextV1>
  const names = [name, ...[...ADDRESS_PARTS, 'formatted_address'].map(part => `${name}_${part}`)]
  return fieldsNamed<Fields>(names)
}

/** The names are put together at run time, so the compiler is told what they come to. */
function fieldsNamed<Fields>(names: string[]): Fields {
  return Object.fromEntries(names.map(field => [field, TextV1])) as Fields
}

function addressOf(value: string, parts: AddressParts): Address | null {
  if (!value) return null
  const known = Object.fromEntries(ADDRESS_PARTS.map(part => [part, parts[part] ?? null])) as Address
  return {
    ...known,
    value,
    formatted_address: value,
    country_code: parts.country === undefined ? null : (countryCode(parts.country) ?? null),
  }
}

function partsOf(given: Record<string, unknown>): AddressParts {
  const there = ADDRESS_PARTS.flatMap(part => {
    const text = given[part]
    return typeof text === 'string' && text.trim() ? [[part, text.trim()]] : []
  })
  return Object.fromEntries(there)
}
