import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { ProductV1 } from '../../products/v1/shape.ts'
import { line } from '../shape.ts'

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
