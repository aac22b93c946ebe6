import { nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'

/** What the searches that came before `itemSearch` show of what they find. */

export const FoundDeal = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  value: nullable(Type.Number()),
  currency: Type.String(),
  status: Type.String(),
  user_id: Type.Integer(),
  stage_id: Type.Integer(),
  person_id: nullable(Type.Integer()),
  person_name: nullable(Type.String()),
  org_id: nullable(Type.Integer()),
  org_name: nullable(Type.String()),
  visible_to: Type.String(),
})

export const FoundPerson = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  org_id: nullable(Type.Integer()),
  org_name: nullable(Type.String()),
  visible_to: Type.String(),
})

export const Found = Type.Object({ id: Type.Integer(), name: Type.String(), visible_to: Type.String() })

export const FoundProduct = Type.Object({ ...Found.properties, code: nullable(Type.String()) })

export const FoundResult = Type.Object({
  type: Type.String(),
  id: Type.Union([Type.Integer(), Type.String()]),
  title: Type.String(),
  details: Type.Object({}, { additionalProperties: true }),
})

/** `$field_key` is how the contract writes "the key of the field". */
export const FieldValue = Type.Object(
  { id: optional(Type.Union([Type.Integer(), Type.String()])), $field_key: optional(Type.Unknown()) },
  { additionalProperties: true },
)
