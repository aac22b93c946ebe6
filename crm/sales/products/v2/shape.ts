import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { shownLabels } from '../../../base/fields/v2/show.ts'
import { BILLING_FREQUENCIES } from '../billing.ts'
import { productFields } from '../fields.ts'

const Time = Type.String({ description: 'RFC 3339, UTC' })

/** What a product costs in one currency. */
const price = {
  price: Type.Number(),
  currency: Type.String(),
  cost: Type.Number(),
  direct_cost: nullable(Type.Number()),
  notes: Type.String(),
}

/** A product in v2. */
export const Product = named(
  'Product',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    ...plainShape(productFields),
    owner_id: Type.Integer(),
    is_linkable: Type.Boolean(),
    is_deleted: Type.Boolean(),
    visible_to: Type.Integer(),
    billing_frequency: oneOf(BILLING_FREQUENCIES),
    billing_frequency_cycles: nullable(Type.Integer()),
    add_time: Time,
    update_time: Time,
    prices: Type.Array(Type.Object({ product_id: Type.Integer(), ...price })),
    custom_fields: Type.Record(Type.String(), Type.Unknown()),
    ...shownLabels,
  }),
)

export type Product = Static<typeof Product>

/** A variation of a product: its size, its colour, with prices of its own. */
export const ProductVariation = named(
  'ProductVariation',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    product_id: Type.Integer(),
    prices: Type.Array(Type.Object({ product_variation_id: Type.Integer(), ...price })),
  }),
)

export type ProductVariation = Static<typeof ProductVariation>
