import { failure } from '@portico/kit/api/failure'
import { newFileKey } from '@portico/kit/files/fileKey'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { Crm } from '../../base/api/context.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { announcedStore } from '../files/announcedStore.ts'
import { downloadName } from '../files/rules.ts'
import { type AttachableRow, selectAttachable } from './attachedStore.ts'
import type { StoredAttachment } from './attachments.ts'

/** The files that go with a message: those it has and keeps, by id, and new ones. */
export interface Attached {
  kept: readonly number[]
  added: readonly StoredAttachment[]
}

/**
 * Copies the named files for a message and hands them to `keep`, which writes in one transaction. A message keeps what
 * was sent with it, whatever becomes of the files later. Copies that no record takes up are removed.
 *
 * @param draftId the draft that is changed, whose own files are kept and not copied
 */
export async function withAttached<T>(
  outer: Crm,
  fileIds: readonly number[] | undefined,
  keep: (crm: Crm, attached: Attached | undefined) => Promise<T>,
  draftId?: number,
): Promise<T> {
  const { services, actor } = outer
  const write = (attached: Attached | undefined) =>
    services.database.write(sql => keep({ ...outer, sql }, attached), `crm/${actor.companyId}`)
  if (fileIds === undefined) return write(undefined)
  const files = await requireAttachable(outer, [...new Set(fileIds)])
  const store = announcedStore(actor.companyId, services)
  const isKept = (file: AttachableRow) => draftId !== undefined && file.mail_message_id === draftId
  const added: StoredAttachment[] = []
  try {
    for (const file of files) if (!isKept(file)) added.push(await copyOf(store, file))
    return await write({ kept: files.filter(isKept).map(({ id }) => id), added })
  } finally {
    // Has no effect on those that a record has taken up. What cannot be removed now is swept later.
    for (const { key } of added) await store.remove(key).catch(() => {})
  }
}

/** In the order they are named. Refuses files that are not there for the caller, or have no bytes here, or too many. */
async function requireAttachable(crm: Crm, ids: readonly number[]): Promise<(AttachableRow & { file_key: string })[]> {
  const found = new Map((await selectAttachable(crm, ids)).map(file => [file.id, file]))
  const files = ids.map(id => {
    const file = found.get(id)
    if (!file) throw doesNotExist('file_ids', id)
    const { file_key } = file
    if (file_key === null)
      throw failure('invalid', `file_ids: file ${id} is kept in Google Drive, send its link in the body instead`, {
        field: 'file_ids',
      })
    return { ...file, file_key }
  })
  const bytes = files.reduce((sum, file) => sum + file.file_size, 0)
  if (bytes > LIMITS.mailAttachedBytes)
    throw failure(
      'too_large',
      `The files of a message may have ${LIMITS.mailAttachedBytes} bytes together, these have ${bytes}`,
      {
        field: 'file_ids',
        limit: LIMITS.mailAttachedBytes,
      },
    )
  return files
}

async function copyOf(store: FileStore, file: AttachableRow & { file_key: string }): Promise<StoredAttachment> {
  const found = await store.get(file.file_key)
  if (!found)
    throw failure('unavailable', `The content of file ${file.id} cannot be read at the moment`, {
      log: `the store has nothing under ${file.file_key}, the content of file ${file.id}`,
    })
  const key = newFileKey()
  const type = file.mime_type ?? 'application/octet-stream'
  const stored = await store.put(key, found.stream, { limit: LIMITS.mailAttachedBytes, type })
  return { ...stored, name: downloadName(file), type, contentId: null, inline: false, key }
}
