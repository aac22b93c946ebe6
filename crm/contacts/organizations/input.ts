import type { CustomPatch } from '../../base/fields/values.ts'
import type { Address } from '../../base/records/address.ts'

/** A write of an organization, whichever version it was asked in. What is undefined stays as it is. */
export interface OrganizationInput {
  name?: string | undefined
  owner_id?: number | undefined
  visible_to?: number | undefined
  label_ids?: number[] | undefined
  website?: string | null | undefined
  linkedin?: string | null | undefined
  industry?: number | null | undefined
  annual_revenue?: number | null | undefined
  employee_count?: number | null | undefined
  is_deleted?: boolean | undefined
  add_time?: Date | undefined
  /** The new address, given the one the organization has. */
  address(stored: Address | null): Address | null | undefined
  /** What happens to the custom fields, given those the organization has. */
  custom(stored: Record<string, unknown>): CustomPatch
}

/** The fields that are stored as they come. */
const PLAIN = [
  'name',
  'owner_id',
  'visible_to',
  'label_ids',
  'website',
  'linkedin',
  'industry',
  'annual_revenue',
  'employee_count',
] as const

export function plainValues(input: OrganizationInput): Record<string, unknown> {
  return Object.fromEntries(PLAIN.filter(field => input[field] !== undefined).map(field => [field, input[field]]))
}
