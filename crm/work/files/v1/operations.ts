import { failure } from '@portico/kit/api/failure'
import { Id, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { onceFor } from '../../../base/api/idempotency.ts'
import { v1 } from '../../../base/api/operation.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { download } from '../download.ts'
import { readDriveId } from '../drive.ts'
import { linkFields } from '../links.ts'
import { FILE_UPLOAD, receiveFile } from '../receiveFile.ts'
import { downloadName, readName } from '../rules.ts'
import { requireFile } from '../store.ts'
import { addUploadedFile, removeFile, updateFile } from '../write.ts'
import { filePage, filesBeside, filesQuery, filesReply } from './page.ts'
import { FileV1 } from './shape.ts'
import { findFile } from './store.ts'

const params = { id: Id }
const READERS = [
  'deals:read',
  'deals:full',
  'activities:read',
  'activities:full',
  'contacts:read',
  'contacts:full',
] as const
const WRITERS = ['deals:full', 'activities:full', 'contacts:full'] as const

const getFiles = v1({
  route: 'GET /files',
  summary: 'Get all files',
  scopes: READERS,
  query: filesQuery,
  reply: filesReply,
  beside: filesBeside,
  cost: 20,
  run: ({ query }, crm) => filePage(crm, sql`true`, query),
})

const addFile = v1({
  route: 'POST /files',
  summary: 'Upload a file, up to 250 MB, and hang it on records',
  description: 'The file goes in the form field `file`; without any record only its uploader (and admins) see it.',
  scopes: WRITERS,
  upload: FILE_UPLOAD,
  body: { file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }), ...linkFields },
  reply: FileV1,
  // The upload streams; only the write at its end is a transaction.
  transaction: 'none',
  cost: 10,
  run: (_, outer) =>
    receiveFile(outer, (crm, { file, links, claim }) =>
      onceFor(crm, { name: 'POST /files', content: [links, file.name, file.sha256] }, async () => {
        await claim(crm)
        return oneFile(crm, await addUploadedFile(crm, links, file))
      }),
    ),
})

const getFile = v1({
  route: 'GET /files/{id}',
  summary: 'Get what is known about a file',
  scopes: READERS,
  params,
  reply: FileV1,
  cost: 2,
  run: ({ params }, crm) => oneFile(crm, params.id),
})

const putFile = v1({
  route: 'PUT /files/{id}',
  summary: 'Update what is known about a file: its name and description',
  ifMatch: true,
  scopes: WRITERS,
  params,
  bodyKind: 'form',
  body: {
    name: optional(Type.String({ maxLength: 255 })),
    description: optional(Type.String({ maxLength: 10_000 })),
    remote_id: optional(
      Type.String({ maxLength: 255, description: 'For remote files: the id of the file that is meant' }),
    ),
    active_flag: optional(Type.Boolean({ description: 'true brings a deleted file back' })),
  },
  reply: FileV1,
  cost: 10,
  async run({ params, body: { name, description, remote_id, active_flag } }, crm) {
    await updateFile(crm, params.id, {
      name: name === undefined ? undefined : readName(name, 'name'),
      description,
      remote_id: remote_id === undefined ? undefined : readDriveId(remote_id),
      is_deleted: active_flag === undefined ? undefined : !active_flag,
    })
    return oneFile(crm, params.id)
  },
})

const deleteFile = v1({
  route: 'DELETE /files/{id}',
  summary: 'Delete a file; it can be brought back for 30 days',
  scopes: WRITERS,
  cost: 6,
  ...deletingOne(removeFile),
})

const downloadFile = v1({
  route: 'GET /files/{id}/download',
  summary: 'Download a file',
  scopes: READERS,
  params,
  reply: Type.Unknown(),
  whole: true,
  cost: 20,
  async run({ params }, crm) {
    const file = await requireFile(crm, params.id)
    if (file.is_deleted) throw failure('gone', 'The file is deleted')
    if (file.file_key === null)
      throw failure('conflict', 'The file is kept in Google Drive; its url in GET /files/{id} opens it there')
    return download(crm, {
      key: file.file_key,
      name: downloadName(file),
      type: file.mime_type ?? '',
      record: `file ${file.id}`,
    })
  },
})

async function oneFile(crm: Crm, id: number) {
  return oneRecord<FileV1>(await findFile(crm, id), 'File')
}

export const files = [getFiles, addFile, getFile, putFile, deleteFile, downloadFile]
