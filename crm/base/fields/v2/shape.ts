import { nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'

const OptionId = Type.Union([Type.Integer(), Type.String()])

/** A field in v2; flags come beside these for those who ask. */
export const fieldV2 = {
  field_name: Type.String(),
  field_code: Type.String(),
  field_type: Type.String(),
  is_custom_field: Type.Boolean(),
  is_optional_response_field: Type.Boolean(),
  options: nullable(
    Type.Array(
      Type.Object({
        id: OptionId,
        label: Type.String(),
        color: nullable(Type.String()),
        update_time: nullable(Type.String()),
        add_time: nullable(Type.String()),
      }),
    ),
  ),
  subfields: nullable(
    Type.Array(Type.Object({ field_code: Type.String(), field_name: Type.String(), field_type: Type.String() })),
  ),
}

/** Deal fields can be explained. */
export const description = { description: optional(nullable(Type.String({ maxLength: 65_535 }))) }

export const OptionV2 = Type.Object({ id: Type.Integer(), label: Type.String() })
