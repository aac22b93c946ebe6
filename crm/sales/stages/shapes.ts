import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const base = {
  id: Type.Integer(),
  order_nr: Type.Integer(),
  name: Type.String(),
  deal_probability: Type.Integer(),
  pipeline_id: Type.Integer(),
  add_time: Type.String(),
  update_time: Type.String(),
}

export const Stage = named(
  'Stage',
  Type.Object({
    ...base,
    is_deleted: Type.Boolean(),
    is_deal_rot_enabled: Type.Boolean(),
    days_to_rotten: nullable(Type.Integer()),
  }),
)
export type Stage = Static<typeof Stage>

export const StageV1 = named(
  'StageV1',
  Type.Object({
    ...base,
    active_flag: Type.Boolean(),
    rotten_flag: Type.Boolean(),
    rotten_days: nullable(Type.Integer()),
    pipeline_name: Type.String(),
    pipeline_deal_probability: Type.Boolean(),
  }),
)
export type StageV1 = Static<typeof StageV1>
