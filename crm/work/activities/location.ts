import { nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'

export const LOCATION_PARTS = [
  'country',
  'admin_area_level_1',
  'admin_area_level_2',
  'locality',
  'sublocality',
  'route',
  'street_number',
  'subpremise',
  'postal_code',
] as const

const Short = optional(nullable(Type.String({ maxLength: 255 })))

export const GivenLocation = Type.Object({
  value: Short,
  country: Short,
  admin_area_level_1: Short,
  admin_area_level_2: Short,
  locality: Short,
  sublocality: Short,
  route: Short,
  street_number: Short,
  subpremise: Short,
  postal_code: Short,
})

/** An address: the whole of it as `value`, and its parts. */
export type LocationValue = Record<string, string | null>

/** All parts of a location, null where none is given; nothing when all are. */
export function locationOf(given: Record<string, string | null | undefined>): LocationValue | null {
  const parts = ['value', ...LOCATION_PARTS, 'formatted_address'].map(part => [part, given[part] || null] as const)
  return parts.some(([, value]) => value !== null) ? Object.fromEntries(parts) : null
}
