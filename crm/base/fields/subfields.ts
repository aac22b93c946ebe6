import { ADDRESS_NAMES } from '../records/parseAddress.ts'
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
  ...ADDRESS_NAMES,
}
