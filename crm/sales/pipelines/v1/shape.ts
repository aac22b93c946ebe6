import { named } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

export const PipelineV1 = named(
  'PipelineV1',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    url_title: Type.String(),
    order_nr: Type.Integer(),
    active: Type.Boolean(),
    deal_probability: Type.Boolean(),
    add_time: Type.String(),
    update_time: Type.String(),
    selected: Type.Boolean(),
  }),
)
export type PipelineV1 = Static<typeof PipelineV1>
