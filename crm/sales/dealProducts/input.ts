import { DateText, Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { type BillingFrequency, billingInput } from '../products/billing.ts'
import { DISCOUNT_TYPES, type DiscountType, TAX_METHODS, type TaxMethod } from './shape.ts'

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

const Price = Type.Number({ minimum: -1e12, maximum: 1e12 })
const Quantity = Type.Number({ minimum: 0, maximum: 1e9 })

/** What every new line needs, and what an update may change. */
export const named = { product_id: Id, item_price: Price, quantity: Quantity }
export const renamed = { product_id: optional(Id), item_price: optional(Price), quantity: optional(Quantity) }

/** What a line may say beside these, whatever the version. */
export const sharedInput = {
  tax: optional(Type.Number({ minimum: 0, maximum: 1000 })),
  comments: optional(nullable(Type.String({ maxLength: 65_535 }))),
  discount: optional(Type.Number({ minimum: 0, maximum: 1e12 })),
  discount_type: optional(oneOf(DISCOUNT_TYPES)),
  tax_method: optional(oneOf(TAX_METHODS)),
  product_variation_id: optional(nullable(Id)),
  ...billingInput,
  billing_start_date: optional(nullable(DateText)),
}
