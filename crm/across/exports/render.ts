import { csvLine } from '@portico/kit/files/csv'
import type { Crm } from '../../base/api/context.ts'
import { type Batch, keysOf } from './batchStore.ts'
import { type Column, columnsOf, type ExportedRecord, sameColumns } from './columns.ts'
import type { ExportKind } from './kind.ts'
import type { Moment } from './momentStore.ts'
import { type NamedKind, namesThen } from './namesStore.ts'

/** Spreadsheets take a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

/** How the records of one kind are written into their file. */
export interface Rendering {
  /** What the file begins with. */
  head: string
  /** For going on later with the same columns. */
  columns?: readonly string[]
  text(crm: Crm, batch: Batch): Promise<string>
}

export const ndjson: Rendering = {
  head: '',
  text: async (_, { text }) => (text === '' ? '' : `${text}\n`),
}

/** A table of the kind; `ids` are the columns of a file that was begun before. */
export async function csvOf(crm: Crm, kind: ExportKind, moment: Moment, ids?: readonly string[]): Promise<Rendering> {
  const { services, sql, actor } = crm
  const fields = kind.customFieldsOf && (await services.fields.of(sql, actor.companyId, kind.customFieldsOf))
  const all = columnsOf(kind, await keysOf(crm, kind), fields)
  const columns = ids ? sameColumns(all, ids) : all
  return {
    head: ids ? '' : BYTE_ORDER_MARK + csvLine(columns.map(column => column.head)),
    columns: columns.map(column => column.id),
    async text(crm, { text }) {
      const records = text === '' ? [] : text.split('\n').map(line => JSON.parse(line) as ExportedRecord)
      const names = await namesIn(crm, columns, records, moment)
      const nameOf = (kind: NamedKind, id: unknown) => names.get(kind)?.get(String(id))
      return records.map(record => csvLine(columns.map(column => column.cell(record, nameOf)))).join('')
    },
  }
}

/** The names that a batch needs, with one statement for each kind of them. */
async function namesIn(
  crm: Crm,
  columns: readonly Column[],
  records: readonly ExportedRecord[],
  moment: Moment,
): Promise<ReadonlyMap<NamedKind, ReadonlyMap<string, string>>> {
  const wanted = new Map<NamedKind, Set<string>>()
  for (const { names } of columns) {
    if (!names) continue
    const [kind, value] = names
    const ids = wanted.get(kind) ?? new Set()
    for (const record of records) if (value(record) != null) ids.add(String(value(record)))
    wanted.set(kind, ids)
  }
  const found = new Map<NamedKind, ReadonlyMap<string, string>>()
  for (const [kind, ids] of wanted) if (ids.size > 0) found.set(kind, await namesThen(crm, kind, [...ids], moment))
  return found
}
