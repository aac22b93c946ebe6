import { named } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

export const Pipeline = named(
  'Pipeline',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    order_nr: Type.Integer(),
    is_deleted: Type.Boolean(),
    is_deal_probability_enabled: Type.Boolean(),
    add_time: Type.String(),
    update_time: Type.String(),
  }),
)
export type Pipeline = Static<typeof Pipeline>
