import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { KINDS } from '../../company/fields/kinds.ts'
import { type Column, columnsOfField, columnsOfKey, type ExportedRecord } from '../exports/columns.ts'
import type { RowColumn } from './columns.ts'
import type { RowKindName } from './kinds.ts'

const LABELS: Readonly<Record<RowKindName, string>> = {
  deal: 'Deal',
  person: 'Person',
  organization: 'Organization',
  product: 'Product',
}

/**
 * The columns of a list as those of a file, which an import knows by their heads. Linked records are there by name; their
 * ids, which an export of the company has beside them, are not among what the list shows.
 */
export async function csvColumns(crm: Crm, columns: readonly RowColumn[]): Promise<Column[]> {
  const all: Column[] = []
  for (const { of, field, isRelated, code } of columns) {
    const kind = { label: LABELS[of], fields: KINDS[of].fields }
    const own = field.isCustom ? columnsOfField(kind, field) : columnsOfKey(kind, field.key, await fieldsOf(crm, of))
    const shown = own.filter(({ id }) => !id.endsWith('#id') && (field.key !== 'prices' || id !== 'prices'))
    all.push(...shown.map(column => (isRelated ? ofRelated(column, of, code) : column)))
  }
  return all
}

function ofRelated(column: Column, of: RowKindName, code: string): Column {
  const its = (row: ExportedRecord) => (row.related as Record<string, ExportedRecord | null>)[of] ?? {}
  const { names } = column
  return {
    ...column,
    id: code,
    cell: (row, nameOf) => column.cell(its(row), nameOf),
    ...(names && { names: [names[0], (row: ExportedRecord) => names[1](its(row))] as const }),
  }
}
