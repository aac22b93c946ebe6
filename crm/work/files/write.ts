import { failure } from '@portico/kit/api/failure'
import type { UploadedFile } from '@portico/kit/files/readUpload'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord, type Values } from '../../base/changes/write.ts'
import type { Undoing } from '../../base/records/revert.ts'
import { requireMatch } from '../../base/records/version.ts'
import { checkFileLinks, type FileLinks } from './links.ts'
import { fileTypeOf } from './rules.ts'
import { type FileRow, lockFile } from './store.ts'
import { HANGS_ON } from './visibility.ts'

/** Makes a file of bytes that are in the store. Gives back its id. */
export async function addUploadedFile(crm: Crm, links: FileLinks, file: UploadedFile): Promise<number> {
  await checkFileLinks(crm, links)
  return insertFile(crm, links, {
    name: file.name,
    file_name: file.name,
    file_type: fileTypeOf(file.type),
    file_size: file.size,
    mime_type: file.type,
    sha256: file.sha256,
    file_key: file.key,
  })
}

export interface RemoteFile {
  name: string
  file_type: string
  remote_location: string
  remote_id: string | null
}

/** Makes a link to a file that is kept elsewhere. The caller named its one record as `item_id`. */
export async function addRemoteFile(crm: Crm, links: FileLinks, file: RemoteFile): Promise<number> {
  await checkFileLinks(crm, links, 'item_id')
  return insertFile(crm, links, { ...file, file_name: file.name })
}

async function insertFile(crm: Crm, links: FileLinks, values: Values): Promise<number> {
  const { actor, now } = crm
  const { id } = await insertRecord<{ id: number }>(crm, 'file', {
    ...links,
    ...values,
    user_id: actor.userId,
    add_time: now,
    update_time: now,
  })
  return id
}

export interface FileInput {
  name?: string | undefined
  description?: string | undefined
  remote_id?: string | undefined
  /** false brings a deleted file back. */
  is_deleted?: boolean | undefined
}

/** Changes what is known about a file the caller may see; its bytes never change. */
export async function updateFile(crm: Crm, id: number, input: FileInput): Promise<void> {
  const file = await lockOwnFile(crm, id)
  if (input.is_deleted) return removeFile(crm, id)
  if (file.is_deleted && input.is_deleted !== false)
    throw failure('gone', 'The file is deleted; send active_flag true to bring it back')
  if (input.remote_id !== undefined && file.remote_location === null)
    throw failure('invalid', 'remote_id is for remote files only', { field: 'remote_id' })
  const { is_deleted: _, ...given } = input
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (file.is_deleted) Object.assign(values, { is_deleted: false, delete_time: null })
  if (Object.keys(values).length === 0) return
  await updateRecord(crm, 'file', id, values, file.is_deleted ? { action: 'restored' } : {})
}

/** Undoes a change of a file, a deletion too, or that it went to another record with what it was on. */
export async function putFileBack(crm: Crm, id: number, undoing: Undoing): Promise<void> {
  const { columns, facts } = undoing
  const file = await lockFile(crm, id)
  const comesBack = file.is_deleted && columns.is_deleted === false
  if (file.is_deleted && !comesBack) throw failure('gone', 'The file is deleted')
  const links = Object.fromEntries(
    HANGS_ON.flatMap(([column]) =>
      columns[column] === undefined || columns[column] === null ? [] : [[column, columns[column]]],
    ),
  )
  await checkFileLinks(crm, links)
  await updateRecord(crm, 'file', id, columns, { facts, ...(comesBack && { action: 'restored' }) })
}

/** Deletes a file; for 30 days it can be brought back. Deleting twice is deleting once. */
export async function removeFile(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const file = await lockOwnFile(crm, id)
  if (file.is_deleted) return
  await updateRecord(crm, 'file', id, { is_deleted: true, delete_time: crm.now }, { action: 'deleted', ...options })
}

/** A file that is not part of a mail message: those stay as they came and go with their message. */
async function lockOwnFile(crm: Crm, id: number): Promise<FileRow> {
  const file = await lockFile(crm, id)
  requireMatch(crm, file.version)
  if (file.mail_message_id !== null)
    throw failure(
      'forbidden',
      'The file is an attachment of a mail message: it stays as it came and goes with its thread',
    )
  return file
}
