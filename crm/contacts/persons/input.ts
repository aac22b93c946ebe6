import type { PlainValues } from '../../base/fields/derive.ts'
import type { CustomPatch } from '../../base/fields/values.ts'
import type { Address } from '../../base/records/address.ts'
import type { personFields } from './fields.ts'
import type { ContactPoint, NameInput } from './rules.ts'

/** A write of a person, whichever version it was asked in. What is undefined stays as it is. */
export interface PersonInput extends NameInput, PlainValues<typeof personFields> {
  owner_id?: number | undefined
  org_id?: number | null | undefined
  visible_to?: number | undefined
  label_ids?: number[] | undefined
  emails?: ContactPoint[] | undefined
  phones?: ContactPoint[] | undefined
  im?: ContactPoint[] | undefined
  marketing_status?: string | undefined
  is_deleted?: boolean | undefined
  add_time?: Date | undefined
  /** The new postal address, given the one the person has. */
  postal_address(stored: Address | null): Address | null | undefined
  /** What happens to the custom fields, given those the person has. */
  custom(stored: Record<string, unknown>): CustomPatch
}
