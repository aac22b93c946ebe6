import { nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { ROW_KINDS } from '../kinds.ts'

const Values = Type.Record(Type.String(), Type.Unknown())

/** A row of a list: the wanted fields of a record, as v2 shows them. */
export const Row = Type.Object(
  {
    id: Type.Integer(),
    version: Type.Integer({ description: 'For changes of the row' }),
    custom_fields: Values,
    names: Type.Record(Type.String(), nullable(Type.String()), {
      description: 'What the named persons and organizations are called, by the column; null for those that are hidden',
    }),
    related: Type.Record(Type.String(), nullable(Values), { description: 'Fields of related records, by their kind' }),
  },
  { additionalProperties: Type.Unknown() },
)
export type Row = Static<typeof Row>

/** A column that a list can have. */
export const RowColumnShape = Type.Object({
  code: Type.String({ description: 'For `columns` and `sort`' }),
  of: oneOf(ROW_KINDS),
  is_related: Type.Boolean(),
  is_sortable: Type.Boolean(),
  is_editable: Type.Boolean(),
  is_filterable: Type.Boolean(),
  field_id: Type.Integer({ description: 'For conditions' }),
  field_code: Type.String(),
  field_name: Type.String(),
  field_type: Type.String(),
  is_custom_field: Type.Boolean(),
  options: nullable(
    Type.Array(
      Type.Object({
        id: Type.Union([Type.Integer(), Type.String()]),
        label: Type.String(),
        color: nullable(Type.String()),
      }),
    ),
  ),
})
export type RowColumnShape = Static<typeof RowColumnShape>

export const RowCount = Type.Object({
  count: Type.Integer(),
  is_exact: Type.Boolean({ description: 'False when there are more: counting ends there' }),
})
export type RowCount = Static<typeof RowCount>

/** What became of changed rows. */
export const RowsChanged = Type.Object({
  changed: Type.Array(Type.Integer(), { description: 'Ids of the rows that were changed' }),
  problems: Type.Array(
    Type.Object({
      id: Type.Integer(),
      field: optional(Type.String({ description: 'The field of the row that was refused, such as `value`' })),
      error: Type.String(),
    }),
  ),
})
export type RowsChanged = Static<typeof RowsChanged>
