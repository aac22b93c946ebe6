import { failure } from '@portico/kit/api/failure'
import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { PurgedIds } from '../../base/records/lifecycle.ts'
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
  mail_message_id: number | null
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

/** Where the contents of files are kept. */
export async function keysOfFiles(sql: Sql, companyId: number, ids: PurgedIds): Promise<{ key: string }[]> {
  return sql<{ key: string }[]>`
    select file_key as key from crm.file where company_id = ${companyId} and id = any(${ids}::bigint[]) and file_key is not null`
}
