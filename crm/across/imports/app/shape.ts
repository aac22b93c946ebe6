import { nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { SEPARATORS } from '@portico/kit/files/csvReader'
import Type, { type Static } from 'typebox'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { longChangeFields, Problem, showLongChange } from '../../longChanges/shape.ts'
import type { LongChange } from '../../longChanges/store.ts'
import { DATE_ORDERS, guessDateOrder, NUMBER_STYLES } from '../cells.ts'
import { FILE_ENCODINGS } from '../importFile.ts'
import { askedOf } from '../importWork.ts'
import { EXISTING } from '../placeRows.ts'
import { IMPORT_KINDS, type Target } from '../targets.ts'

const choice = {
  target: nullable(
    Type.String({ maxLength: 200, description: 'What the column is, as one of `targets`; null leaves it out' }),
  ),
  dates: oneOf(DATE_ORDERS, { description: 'How 03/04/2026 is read' }),
  numbers: oneOf(NUMBER_STYLES, { description: 'point: 1,234.56; comma: 1.234,56' }),
}

/** What is decided about a file before it is imported. */
export const decisions = {
  columns: Type.Array(Type.Object(choice, { additionalProperties: false }), {
    minItems: 1,
    maxItems: LIMITS.importColumns,
  }),
  existing: optional(
    oneOf(EXISTING, { default: 'update', description: 'What happens to a row whose record is there' }),
  ),
}

export const ImportShape = Type.Object({
  ...longChangeFields,
  file_name: Type.String(),
  encoding: oneOf(FILE_ENCODINGS),
  separator: oneOf(SEPARATORS),
  existing: oneOf(EXISTING),
  columns: Type.Array(
    Type.Object({
      header: Type.String(),
      samples: Type.Array(Type.String()),
      ...choice,
      has_ambiguous_dates: Type.Boolean({ description: 'Its days can be read in two ways' }),
    }),
  ),
})
export type ShownImport = Static<typeof ImportShape>

export const TargetShape = Type.Object({
  id: Type.String(),
  kind: oneOf(IMPORT_KINDS),
  label: Type.String(),
  type: Type.String(),
})
export type ShownTarget = Static<typeof TargetShape>

export const PreviewShape = Type.Object({
  rows: Type.Integer(),
  kinds: Type.Array(
    Type.Object({
      kind: oneOf(IMPORT_KINDS),
      added: Type.Integer({ description: 'Rows whose record is new' }),
      existing: Type.Integer({ description: 'Rows whose record is there, or came before in the file' }),
    }),
  ),
  problems: Type.Array(Problem, { description: 'The first 200 of them' }),
  problem_count: Type.Integer(),
  problem_columns: Type.Array(Type.Object({ column: Type.Integer(), count: Type.Integer() })),
})
export type ShownPreview = Static<typeof PreviewShape>

export function showImport(row: LongChange, now: Date): ShownImport {
  const { file_name, format, headers, samples, columns, existing } = askedOf(row)
  return {
    ...showLongChange(row, now),
    file_name,
    ...format,
    existing,
    columns: columns.map((column, at) => ({
      header: headers[at] ?? '',
      samples: [...(samples[at] ?? [])],
      ...column,
      has_ambiguous_dates: !guessDateOrder(samples[at] ?? []).isPlain,
    })),
  }
}

export function showTarget({ id, kind, label, type }: Target): ShownTarget {
  return { id, kind, label, type }
}
