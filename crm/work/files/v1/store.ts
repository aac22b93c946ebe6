import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { maySeeFile } from '../visibility.ts'
import { fileColumns, fileJoins } from './wire.ts'

/** Files the caller may see as texts for the wire. `where` and `orderBy` refer to `crm.file file`. */
export async function selectFiles(
  { sql, actor, services }: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<(WireRow & { id: number })[]> {
  return sql<(WireRow & { id: number })[]>`
    select (select row_to_json(r) from (select ${fileColumns(services.origin)}) r)::text as wire, file.version, file.id
    from (
      select file.*, row_number() over (order by ${orderBy}) as place from crm.file file
      where file.company_id = ${actor.companyId} and ${where} and ${maySeeFile(actor, 'file')}
      order by ${orderBy} ${rowWindow(start, limit)}
    ) file ${fileJoins('file')}
    order by file.place`
}

export async function findFile(crm: Crm, id: number): Promise<WireRow | undefined> {
  const { sql } = crm
  const [file] = await selectFiles(crm, sql`file.id = ${id}`, sql`file.id`, { start: 0, limit: 1 })
  return file
}
