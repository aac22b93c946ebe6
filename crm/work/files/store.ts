import { failure } from '@portico/kit/failure'
import type { Fragment } from '@portico/kit/sql'
import type { Crm } from '../../base/api/context.ts'
import { rowWindow } from '../../base/lists/limit.ts'
import type { WireRow } from '../../base/records/version.ts'
import { fileColumns, fileJoins } from './v1/wire.ts'
import { maySeeFile } from './visibility.ts'

export interface FileRow {
  id: number
  version: number
  is_deleted: boolean
  name: string
  file_name: string
  mime_type: string | null
  file_key: string | null
  remote_location: string | null
}

/** A file the caller may see, deleted or not. */
export async function requireFile({ sql, actor }: Crm, id: number, lock: Fragment = sql``): Promise<FileRow> {
  const [file] = await sql<FileRow[]>`
    select file.* from crm.file file
    where file.company_id = ${actor.companyId} and file.id = ${id} and ${maySeeFile(actor, 'file')} ${lock}`
  if (!file) throw failure('missing', 'File not found')
  return file
}

/** The same, locked for the rest of the transaction. */
export function lockFile(crm: Crm, id: number): Promise<FileRow> {
  return requireFile(crm, id, crm.sql`for update of file`)
}

/** Files the caller may see as texts for the wire. `where` and `orderBy` speak of `crm.file file`. */
export async function selectFiles(
  { sql, actor, services }: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<WireRow[]> {
  return sql<WireRow[]>`
    select (select row_to_json(r) from (select ${fileColumns(services.origin)}) r)::text as wire, file.version
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
