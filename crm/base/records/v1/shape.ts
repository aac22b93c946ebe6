import { named, nullable } from '@portico/kit/api/schemas'
import Type from 'typebox'

/** Relations as v1 writes them out. */

export const ContactEntry = Type.Object({ label: Type.String(), value: Type.String(), primary: Type.Boolean() })

export const ExpandedUser = named(
  'ExpandedUser',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    has_pic: Type.Boolean(),
    pic_hash: nullable(Type.String()),
    active_flag: Type.Boolean(),
    value: Type.Integer(),
  }),
)

export const ExpandedPerson = named(
  'ExpandedPerson',
  Type.Object({
    active_flag: Type.Boolean(),
    name: Type.String(),
    email: Type.Array(ContactEntry),
    phone: Type.Array(ContactEntry),
    owner_id: Type.Integer(),
    value: Type.Integer(),
  }),
)

export const ExpandedOrganization = named(
  'ExpandedOrganization',
  Type.Object({
    name: Type.String(),
    people_count: Type.Integer(),
    owner_id: Type.Integer(),
    address: nullable(Type.String()),
    active_flag: Type.Boolean(),
    cc_email: Type.String(),
    label_ids: Type.Array(Type.Integer()),
    value: Type.Integer(),
  }),
)
