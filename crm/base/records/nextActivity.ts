import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

/** What is planned next about a record, as cards of boards show it. */
export const NextActivity = nullable(
  Type.Object({
    id: Type.Integer(),
    type: Type.String(),
    subject: Type.String(),
    due_date: nullable(Type.String()),
    due_time: nullable(Type.String()),
  }),
)
export type NextActivity = Static<typeof NextActivity>
