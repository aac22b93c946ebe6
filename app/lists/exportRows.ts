import type { RowsFilter } from '@portico/crm/across/rows/chosen'
import type { RowKindName } from '@portico/crm/across/rows/kinds'
import { download } from '../api/call.ts'

interface Exported {
  kind: RowKindName
  columns: readonly string[]
  ids?: readonly number[]
  filter?: RowsFilter
}

/** Saves these rows with the columns on screen as a CSV file. */
export async function exportRows(exported: Exported): Promise<void> {
  const sort = new URLSearchParams(location.search).get('sort')
  await download('POST /app/api/rows/export', { body: { ...exported, ...(sort && { sort }) } }, `${exported.kind}s.csv`)
}
