import { optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { type LineInput, renamed, sharedInput } from '../input.ts'

export const writableV1 = { ...sharedInput, enabled_flag: optional(Type.Boolean()) }

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
