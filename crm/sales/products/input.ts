import type { PlainValues } from '../../base/fields/derive.ts'
import type { CustomPatch } from '../../base/fields/values.ts'
import type { BillingFrequency } from './billing.ts'
import type { productFields } from './fields.ts'
import type { PriceInput } from './prices.ts'

/** A write of a product, whichever version it was asked in. What is undefined stays as it is. */
export interface ProductInput extends PlainValues<typeof productFields> {
  name?: string | undefined
  owner_id?: number | undefined
  is_linkable?: boolean | undefined
  visible_to?: number | undefined
  billing_frequency?: BillingFrequency | undefined
  billing_frequency_cycles?: number | null | undefined
  /** All prices the product has from now on. */
  prices?: readonly PriceInput[] | undefined
  is_deleted?: boolean | undefined
  /** What happens to the custom fields, given those the product has. */
  custom(stored: Record<string, unknown>): CustomPatch
}
