import { named, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { DISCOUNT_TYPES, line } from '../shape.ts'

/** A product on a deal, in v2. */
export const DealProduct = named(
  'DealProduct',
  Type.Object({ ...line, is_enabled: Type.Boolean(), update_time: Type.String() }),
)

export type DealProduct = Static<typeof DealProduct>

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
