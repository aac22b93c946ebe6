import { named, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { FILTER_TYPES } from '../../../base/lists/filterTypes.ts'

export const Filter = named(
  'Filter',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    filter_code: nullable(Type.String()),
    is_editable: Type.Boolean(),
    active_flag: Type.Boolean(),
    type: oneOf(FILTER_TYPES),
    temporary_flag: nullable(Type.Boolean()),
    user_id: Type.Integer(),
    add_time: Type.String(),
    update_time: nullable(Type.String()),
    visible_to: oneOf(['1', '3', '5', '7']),
    last_used_time: nullable(Type.String()),
    custom_view_id: nullable(Type.Integer()),
  }),
)

const Condition = Type.Object({
  object: Type.String(),
  field_id: Type.String(),
  operator: Type.String(),
  value: nullable(Type.String()),
  extra_value: nullable(Type.String()),
  json_value_flag: Type.Boolean(),
  field_code: optional(nullable(Type.String())),
})

export const FilterWithConditions = named(
  'FilterWithConditions',
  Type.Object({
    ...Filter.properties,
    conditions: Type.Object({
      glue: oneOf(['and']),
      conditions: Type.Array(Type.Object({ glue: oneOf(['and', 'or']), conditions: Type.Array(Condition) })),
    }),
  }),
)

export type Filter = Static<typeof Filter>
export type FilterWithConditions = Static<typeof FilterWithConditions>
