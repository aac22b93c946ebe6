import type { Fragment } from '@portico/kit/database/sql'
import { csvLine } from '@portico/kit/files/csv'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { pulledTexts } from '../../base/api/pulledTexts.ts'
import type { Column, ExportedRecord } from '../exports/columns.ts'
import { type NamedKind, namesNow } from '../exports/namesStore.ts'
import type { RowKind } from './kinds.ts'
import type { RowOrder } from './order.ts'
import type { ShownRow } from './shown.ts'
import { readRows } from './store.ts'

const PAGE = 500

/** Spreadsheets take a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

export interface ExportedRows {
  kind: RowKind
  where: Fragment
  shown: ShownRow
  columns: readonly Column[]
  order: RowOrder
  most: number
}

/** Rows of a list as CSV, page after page while it is sent. That they were exported is written down before the first line is. */
export function exportRows(
  crm: Crm,
  { kind, where, shown, columns, order, most }: ExportedRows,
): ReadableStream<Uint8Array> {
  const { services } = crm
  let cursor: string | undefined
  let left = most
  let state: 'new' | 'going' | 'ended' = 'new'

  async function begin(): Promise<string> {
    const { companyId, userId, credential } = crm.actor
    const address = services.clientNetwork(crm.call)
    const entry = {
      companyId,
      action: 'exported',
      subject: `list of ${kind.name}`,
      userId,
      credential,
      address,
    } as const
    await services.database.write(sql => writeAudit(sql, entry))
    state = 'going'
    return BYTE_ORDER_MARK + csvLine(columns.map(column => column.head))
  }

  async function next(): Promise<string> {
    await crm.stillAllowed()
    return services.database.read(async sql => {
      const reading = { ...crm, sql }
      const page = await readRows(reading, kind, where, shown, { order, cursor, limit: Math.min(PAGE, left) })
      cursor = page.next
      left -= page.rows.length
      if (cursor === undefined || left <= 0) state = 'ended'
      return linesOf(reading, columns, page.rows)
    })
  }

  return pulledTexts(async () => (state === 'new' ? begin() : state === 'going' ? next() : ''))
}

async function linesOf(crm: Crm, columns: readonly Column[], rows: readonly ExportedRecord[]): Promise<string> {
  const wanted = new Map<NamedKind, Set<string>>()
  for (const { names } of columns)
    for (const row of names ? rows : []) {
      const [kind, id] = [names?.[0], names?.[1](row)]
      if (kind && id != null) wanted.set(kind, (wanted.get(kind) ?? new Set<string>()).add(String(id)))
    }
  const names = new Map<NamedKind, ReadonlyMap<string, string>>()
  for (const [kind, ids] of wanted) names.set(kind, await namesNow(crm, kind, [...ids]))
  const nameOf = (kind: NamedKind, id: unknown) => names.get(kind)?.get(String(id))
  return rows.map(row => csvLine(columns.map(column => column.cell(row, nameOf)))).join('')
}
