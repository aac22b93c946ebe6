import { nullable, oneOf } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { BILLING_FREQUENCIES } from '../products/billing.ts'

export const DISCOUNT_TYPES = ['percentage', 'amount'] as const
export const TAX_METHODS = ['exclusive', 'inclusive', 'none'] as const

export type DiscountType = (typeof DISCOUNT_TYPES)[number]
export type TaxMethod = (typeof TAX_METHODS)[number]

/** What both versions show of a product on a deal. */
export const line = {
  id: Type.Integer(),
  deal_id: Type.Integer(),
  order_nr: nullable(Type.Integer()),
  product_id: Type.Integer(),
  product_variation_id: nullable(Type.Integer()),
  name: Type.String(),
  item_price: Type.Number(),
  quantity: Type.Number(),
  discount: Type.Number(),
  discount_type: oneOf(DISCOUNT_TYPES),
  tax: Type.Number(),
  tax_method: oneOf(TAX_METHODS),
  sum: Type.Number(),
  currency: Type.String(),
  comments: Type.String(),
  add_time: Type.String(),
  billing_frequency: oneOf(BILLING_FREQUENCIES),
  billing_frequency_cycles: nullable(Type.Integer()),
  billing_start_date: nullable(Type.String()),
}
