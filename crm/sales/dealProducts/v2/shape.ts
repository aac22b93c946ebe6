import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { BILLING_FREQUENCIES } from '../../products/billing.ts'
import { ProductV1 } from '../../products/v1/shape.ts'

export const DISCOUNT_TYPES = ['percentage', 'amount'] as const
export const TAX_METHODS = ['exclusive', 'inclusive', 'none'] as const

export type DiscountType = (typeof DISCOUNT_TYPES)[number]
export type TaxMethod = (typeof TAX_METHODS)[number]

const line = {
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

/** A product on a deal, in v2. */
export const DealProduct = named(
  'DealProduct',
  Type.Object({ ...line, is_enabled: Type.Boolean(), update_time: Type.String() }),
)

export type DealProduct = Static<typeof DealProduct>

/** A product on a deal, in v1. */
export const DealProductV1 = named(
  'DealProductV1',
  Type.Object({
    ...line,
    company_id: Type.Integer(),
    product_attachment_id: Type.Integer(),
    enabled_flag: Type.Boolean(),
    active_flag: Type.Boolean(),
    last_edit: Type.String(),
    sum_formatted: Type.String(),
    quantity_formatted: Type.String(),
    product: nullable(ProductV1),
  }),
)

export type DealProductV1 = Static<typeof DealProductV1>

export const Discount = Type.Object({
  id: Type.String(),
  type: oneOf(DISCOUNT_TYPES),
  amount: Type.Number(),
  description: Type.String(),
  deal_id: Type.Integer(),
  created_at: Type.String(),
  created_by: Type.Integer(),
  updated_at: Type.String(),
  updated_by: Type.Integer(),
})
export type Discount = Static<typeof Discount>

export const Installment = Type.Object({
  id: Type.Integer(),
  amount: Type.Number(),
  billing_date: Type.String(),
  description: Type.String(),
  deal_id: Type.Integer(),
})
export type Installment = Static<typeof Installment>
