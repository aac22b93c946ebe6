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
