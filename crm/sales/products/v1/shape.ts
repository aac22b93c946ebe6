import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { ExpandedUser } from '../../../base/records/v1/shape.ts'
import { BILLING_FREQUENCIES } from '../billing.ts'
import { productFields } from '../fields.ts'

/** A product in v1; the company's own fields come beside these, flat. */
export const ProductV1 = named(
  'ProductV1',
  Type.Object(
    {
      id: Type.Integer(),
      name: Type.String(),
      ...plainShape(productFields),
      active_flag: Type.Boolean(),
      selectable: Type.Boolean(),
      first_char: Type.String(),
      visible_to: Type.String(),
      owner_id: ExpandedUser,
      files_count: Type.Integer(),
      followers_count: Type.Integer(),
      add_time: Type.String(),
      update_time: Type.String(),
      billing_frequency: oneOf(BILLING_FREQUENCIES),
      billing_frequency_cycles: nullable(Type.Integer()),
      prices: Type.Array(
        Type.Object({
          product_id: Type.Integer(),
          currency: Type.String(),
          price: Type.Number(),
          cost: Type.Number(),
          overhead_cost: nullable(Type.Number()),
          notes: Type.String(),
        }),
      ),
    },
    { additionalProperties: true },
  ),
)

export type ProductV1 = Static<typeof ProductV1>
