import { type CustomType, PARTS } from './types.ts'

export interface Subfield {
  code: string
  name: string
  type: string
}

/** The parts of a field beside its value, each with a code made of the field's own. */
export function subfieldsOf(code: string, name: string, type: string): Subfield[] {
  const parts = PARTS[type as CustomType] ?? []
  return parts.map(([part, kind]) => ({
    code: `${code}_${part}`,
    name: `${NAMES[part] ?? part} of ${name}`,
    type: part === 'until' ? type.replace('range', '') : kind === 'number' ? 'int' : 'varchar',
  }))
}

const NAMES: Readonly<Record<string, string>> = {
  currency: 'Currency',
  until: 'End',
  timezone_id: 'Time zone ID',
  timezone_name: 'Time zone',
  subpremise: 'Apartment or suite',
  street_number: 'House number',
  route: 'Street',
  sublocality: 'District',
  locality: 'City, town or village',
  admin_area_level_1: 'State or county',
  admin_area_level_2: 'Region',
  country: 'Country',
  postal_code: 'Postal code',
  formatted_address: 'Whole address',
}
