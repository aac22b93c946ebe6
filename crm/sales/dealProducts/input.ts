import type { BillingFrequency } from '../products/billing.ts'
import type { DiscountType, TaxMethod } from './v2/shape.ts'

/** A write of a product on a deal, whichever version it was asked in. What is undefined stays, or takes its default. */
export interface LineInput {
  product_id?: number | undefined
  product_variation_id?: number | null | undefined
  item_price?: number | undefined
  quantity?: number | undefined
  discount?: number | undefined
  discount_type?: DiscountType | undefined
  tax?: number | undefined
  tax_method?: TaxMethod | undefined
  comments?: string | null | undefined
  is_enabled?: boolean | undefined
  billing_frequency?: BillingFrequency | undefined
  billing_frequency_cycles?: number | null | undefined
  billing_start_date?: string | null | undefined
}

/** A new one names at least a product, a price and a quantity. */
export interface NewLine extends LineInput {
  product_id: number
  item_price: number
  quantity: number
}
