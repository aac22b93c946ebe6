import { named, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { CustomFields, LIMITS } from '../../../base/limits/atRest.ts'

export const upsertBody = {
  records: Type.Array(CustomFields, {
    minItems: 1,
    maxItems: LIMITS.upsertRecords,
    description: 'Each as in an add or an update of one record',
  }),
  match_by: optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      default: 'id',
      description: '`id`, `email` (persons), or the key or name of a custom text, phone, number or date field',
    }),
  ),
}

/** What became of one record of an upsert. */
export const UpsertedItem = named(
  'UpsertedItem',
  Type.Object({
    /** Its place in the request, from 0. */
    index: Type.Integer(),
    status: oneOf(['created', 'updated', 'failed']),
    id: optional(Type.Integer()),
    error: optional(Type.String()),
    field: optional(Type.String()),
  }),
)
export type UpsertedItem = Static<typeof UpsertedItem>
