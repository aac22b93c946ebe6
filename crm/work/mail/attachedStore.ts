import type { Crm } from '../../base/api/context.ts'
import { maySeeFile } from '../files/visibility.ts'

/** A stored file that is to go with a message. */
export interface AttachableRow {
  id: number
  name: string
  file_name: string
  mime_type: string | null
  file_size: number
  sha256: string
  /** null for a file that is kept elsewhere. */
  file_key: string | null
  mail_message_id: number | null
}

/** Those of the files that the caller may see and that are not deleted. */
export async function selectAttachable({ sql, actor }: Crm, ids: readonly number[]): Promise<AttachableRow[]> {
  return sql<AttachableRow[]>`
    select file.id, file.name, file.file_name, file.mime_type, file.file_size, file.sha256, file.file_key, file.mail_message_id
    from crm.file file
    where file.company_id = ${actor.companyId} and file.id = any(${ids}::bigint[]) and not file.is_deleted
      and ${maySeeFile(actor, 'file')}`
}
