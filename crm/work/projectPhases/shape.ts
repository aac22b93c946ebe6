import { named } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

/** A phase of a board; the two versions write its times differently. */
export const Phase = named(
  'ProjectPhase',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    board_id: Type.Integer(),
    order_nr: Type.Integer(),
    add_time: Type.String(),
    update_time: Type.String(),
  }),
)
export type Phase = Static<typeof Phase>
