import type { Crm, CrmServices } from '../../base/api/context.ts'
import { readAs } from '../../base/api/jobContext.ts'
import type { LongChange } from '../longChanges/store.ts'
import type { Work } from '../longChanges/work.ts'
import { type FileFormat, rowBatches } from './importFile.ts'
import { countAnew } from './matchStore.ts'
import { readNames } from './namesStore.ts'
import { type Existing, placeRows } from './placeRows.ts'
import { type ColumnChoice, type RowReader, rowReader } from './readRows.ts'
import { targetsFor } from './targets.ts'

/** Small enough that a batch is over before anybody notices it. */
const BATCH = 200

/** After how many rows the tables are other ones than before. */
const GROWN = [200, 1_000, 4_000, 16_000]

/** What an import remembers: how its file is written, and what was decided about it. */
export interface AskedImport {
  file_name: string
  format: FileFormat
  headers: readonly string[]
  samples: readonly (readonly string[])[]
  columns: readonly ColumnChoice[]
  existing: Existing
}

export const importWork: Work = {
  async *batches(services, row) {
    const { format, columns, existing } = askedOf(row)
    const asked = { companyId: row.company_id, userId: row.user_id, requestId: row.correlation_id }
    const reader = await readAs(services, asked, crm => readerFor(crm, columns))
    for await (const { rows, upto } of batchesOf(services, row, format)) {
      if (GROWN.some(rows => upto - BATCH <= rows && rows < upto)) await services.database.write(countAnew)
      yield {
        upto,
        // Read anew should the transaction be tried again: what is stored is written into what was read.
        perform: crm =>
          placeRows(
            crm,
            rows.map(({ nr, cells }) => reader.read(nr, cells)),
            reader,
            existing,
          ),
      }
    }
  },
}

function batchesOf({ files }: CrmServices, row: LongChange, format: FileFormat) {
  return rowBatches(files, row.file_key ?? '', format, { skip: row.done, size: BATCH })
}

export async function readerFor(crm: Crm, columns: readonly ColumnChoice[]): Promise<RowReader> {
  return rowReader(columns, await targetsFor(crm), await readNames(crm))
}

/** Stored by the operations, which have checked it. */
export function askedOf({ asked }: LongChange): AskedImport {
  return asked as AskedImport
}
