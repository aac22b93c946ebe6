import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Option = Type.Object({
  id: Type.Union([Type.Integer(), Type.String()]),
  label: Type.String(),
  color: optional(Type.String()),
})

/** A field in v1. Its parts are shown like fields of their own, without an id. */
export const FieldV1 = named(
  'FieldV1',
  Type.Object({
    id: nullable(Type.Integer()),
    key: Type.String(),
    name: Type.String(),
    order_nr: Type.Integer(),
    field_type: Type.String(),
    add_time: Type.String(),
    update_time: nullable(Type.String()),
    last_updated_by_user_id: nullable(Type.Integer()),
    created_by_user_id: nullable(Type.Integer()),
    active_flag: Type.Boolean(),
    edit_flag: Type.Boolean(),
    index_visible_flag: Type.Boolean(),
    details_visible_flag: Type.Boolean(),
    add_visible_flag: Type.Boolean(),
    important_flag: Type.Boolean(),
    bulk_edit_allowed: Type.Boolean(),
    searchable_flag: Type.Boolean(),
    filtering_allowed: Type.Boolean(),
    sortable_flag: Type.Boolean(),
    mandatory_flag: Type.Boolean(),
    options: nullable(Type.Array(Option)),
    options_deleted: optional(Type.Array(Option)),
    is_subfield: Type.Boolean(),
    subfields: optional(Type.Array(Type.Unknown())),
  }),
)

export type FieldV1 = Static<typeof FieldV1>
