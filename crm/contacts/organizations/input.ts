import type { PlainValues } from '../../base/fields/derive.ts'
import type { CustomPatch } from '../../base/fields/values.ts'
import type { Address } from '../../base/records/address.ts'
import type { organizationFields } from './fields.ts'

/** A write of an organization, whichever version it was asked in. What is undefined stays as it is. */
export interface OrganizationInput extends PlainValues<typeof organizationFields> {
  name?: string | undefined
  owner_id?: number | undefined
  visible_to?: number | undefined
  label_ids?: number[] | undefined
  is_deleted?: boolean | undefined
  add_time?: Date | undefined
  /** The new address, given the one the organization has. */
  address(stored: Address | null): Address | null | undefined
  /** What happens to the custom fields, given those the organization has. */
  custom(stored: Record<string, unknown>): CustomPatch
}
