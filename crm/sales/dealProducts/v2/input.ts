import { DateText, Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { billingInput } from '../../products/billing.ts'
import type { LineInput } from '../input.ts'
import { DISCOUNT_TYPES, TAX_METHODS } from './shape.ts'

const Price = Type.Number({ minimum: -1e12, maximum: 1e12 })
const Quantity = Type.Number({ minimum: 0, maximum: 1e9 })

/** What every new line needs, and what an update may change. */
export const named = { product_id: Id, item_price: Price, quantity: Quantity }
export const renamed = { product_id: optional(Id), item_price: optional(Price), quantity: optional(Quantity) }

const shared = {
  tax: optional(Type.Number({ minimum: 0, maximum: 1000 })),
  comments: optional(nullable(Type.String({ maxLength: 65_535 }))),
  discount: optional(Type.Number({ minimum: 0, maximum: 1e12 })),
  discount_type: optional(oneOf(DISCOUNT_TYPES)),
  tax_method: optional(oneOf(TAX_METHODS)),
  product_variation_id: optional(nullable(Id)),
  ...billingInput,
  billing_start_date: optional(nullable(DateText)),
}

export const writableV2 = { ...shared, is_enabled: optional(Type.Boolean()) }
export const writableV1 = { ...shared, enabled_flag: optional(Type.Boolean()) }

const BodyV1 = Type.Object({ ...renamed, ...writableV1 })

/** v1 says `enabled_flag`, and what it sends beside these fields means nothing here. */
export function lineFromV1(body: Static<typeof BodyV1>): LineInput {
  return {
    product_id: body.product_id,
    item_price: body.item_price,
    quantity: body.quantity,
    product_variation_id: body.product_variation_id,
    discount: body.discount,
    discount_type: body.discount_type,
    tax: body.tax,
    tax_method: body.tax_method,
    comments: body.comments,
    is_enabled: body.enabled_flag,
    billing_frequency: body.billing_frequency,
    billing_frequency_cycles: body.billing_frequency_cycles,
    billing_start_date: body.billing_start_date,
  }
}
