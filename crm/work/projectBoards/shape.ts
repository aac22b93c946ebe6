import { named } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

/** A board of projects; the two versions write its times differently. */
export const Board = named(
  'ProjectBoard',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    order_nr: Type.Integer(),
    add_time: Type.String(),
    update_time: Type.String(),
  }),
)
export type Board = Static<typeof Board>
