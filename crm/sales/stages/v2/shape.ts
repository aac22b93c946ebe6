import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { stage } from '../shape.ts'

export const Stage = named(
  'Stage',
  Type.Object({
    ...stage,
    is_deleted: Type.Boolean(),
    is_deal_rot_enabled: Type.Boolean(),
    days_to_rotten: nullable(Type.Integer()),
  }),
)
export type Stage = Static<typeof Stage>
