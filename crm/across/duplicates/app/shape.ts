import { nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

export const DUPLICATE_KINDS = ['person', 'organization'] as const
export type DuplicateKind = (typeof DUPLICATE_KINDS)[number]

const Alike = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  owner_id: Type.Integer(),
  organization_name: nullable(Type.String()),
  address: nullable(Type.String()),
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
  add_time: Type.String(),
})

export const DuplicatePair = Type.Object({
  same: Type.Array(oneOf(['name', 'email', 'phone', 'organization'])),
  first: Alike,
  second: Alike,
})
export type DuplicatePair = Static<typeof DuplicatePair>
