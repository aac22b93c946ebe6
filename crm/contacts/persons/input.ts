import type { CustomPatch } from '../../base/fields/values.ts'
import type { Address } from '../../base/records/address.ts'
import type { ContactPoint, NameInput } from './rules.ts'

/** A write of a person, whichever version it was asked in. What is undefined stays as it is. */
export interface PersonInput extends NameInput {
  owner_id?: number | undefined
  org_id?: number | null | undefined
  visible_to?: number | undefined
  label_ids?: number[] | undefined
  emails?: ContactPoint[] | undefined
  phones?: ContactPoint[] | undefined
  im?: ContactPoint[] | undefined
  notes?: string | null | undefined
  birthday?: string | null | undefined
  job_title?: string | null | undefined
  marketing_status?: string | undefined
  is_deleted?: boolean | undefined
  add_time?: Date | undefined
  /** The new postal address, given the one the person has. */
  postal_address(stored: Address | null): Address | null | undefined
  /** What happens to the custom fields, given those the person has. */
  custom(stored: Record<string, unknown>): CustomPatch
}

/** The fields that are stored as they come. */
const PLAIN = [
  'owner_id',
  'org_id',
  'visible_to',
  'label_ids',
  'emails',
  'phones',
  'im',
  'notes',
  'birthday',
  'job_title',
  'marketing_status',
] as const

export function plainValues(input: PersonInput): Record<string, unknown> {
  return Object.fromEntries(PLAIN.filter(field => input[field] !== undefined).map(field => [field, input[field]]))
}
