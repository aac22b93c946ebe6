import type { Row, RowColumnShape } from '@portico/crm/across/rows/app/shape'
import { type Patch, patched, type ShownRecord } from '../record/fieldValue.ts'

/** A row as it is shown: as v2 shows the record, with the names of what it links to. */
export type ListRow = Row & ShownRecord

/** Whatever can be a column, with its field. */
export type ListColumn = RowColumnShape

/** A change of one row that is on its way to the server. */
export interface RowPatch {
  row: ListRow
  patch: Patch
}

/** The rows as they will be when these changes are stored. */
export function withPatches(rows: readonly ListRow[], patches: readonly RowPatch[]): readonly ListRow[] {
  if (patches.length === 0) return rows
  const byId = new Map<number, Patch[]>()
  for (const { row, patch } of patches) byId.set(row.id, [...(byId.get(row.id) ?? []), patch])
  return rows.map(row => byId.get(row.id)?.reduce(withPatch, row) ?? row)
}

/** The names of what is linked anew are not known yet. */
function withPatch(row: ListRow, patch: Patch): ListRow {
  const { custom_fields, ...fields } = patch
  const touched = [...Object.keys(fields), ...Object.keys((custom_fields as object | undefined) ?? {})]
  const names = Object.fromEntries(Object.entries(row.names).filter(([code]) => !touched.includes(code)))
  return { ...(patched(row, patch) as ListRow), names }
}
