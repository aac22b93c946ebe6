import type { CustomPatch } from '../../base/fields/values.ts'
import type { BillingFrequency } from './billing.ts'
import type { PriceInput } from './prices.ts'

/** A write of a product, whichever version it was asked in. What is undefined stays as it is. */
export interface ProductInput {
  name?: string | undefined
  code?: string | null | undefined
  description?: string | null | undefined
  unit?: string | null | undefined
  tax?: number | undefined
  category?: number | null | undefined
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

/** The fields that are stored as they come. */
const PLAIN = [
  'name',
  'code',
  'description',
  'unit',
  'tax',
  'category',
  'owner_id',
  'is_linkable',
  'visible_to',
] as const

/** An empty text is none: that is how products show what they have not. */
export function plainValues(input: ProductInput): Record<string, unknown> {
  const given = PLAIN.filter(field => input[field] !== undefined)
  return Object.fromEntries(given.map(field => [field, input[field] === '' ? null : input[field]]))
}
