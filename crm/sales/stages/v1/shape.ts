import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { stage } from '../shape.ts'

export const StageV1 = named(
  'StageV1',
  Type.Object({
    ...stage,
    active_flag: Type.Boolean(),
    rotten_flag: Type.Boolean(),
    rotten_days: nullable(Type.Integer()),
    pipeline_name: Type.String(),
    pipeline_deal_probability: Type.Boolean(),
  }),
)
export type StageV1 = Static<typeof StageV1>
