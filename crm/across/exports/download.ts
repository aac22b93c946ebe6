import { failure } from '@portico/kit/api/failure'
import { attachmentHeaders } from '@portico/kit/files/attachmentHeaders'
import { sizeOf, streamSegments } from '@portico/kit/files/segments'
import { askedRange } from '@portico/kit/http/rangeHeader'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { archiveOf } from './archive.ts'
import { requireExport } from './store.ts'
import { partsOf } from './workStore.ts'

/** The archive of an export, or a range of it. That it was downloaded is written down before the first byte is sent. */
export async function downloadExport(crm: Crm, id: number): Promise<Response> {
  const { services, call } = crm
  const row = await requireExport(crm, id)
  if (row.state !== 'done' || !row.manifest || !row.finish_time)
    throw failure('conflict', `The export is ${row.state}: there is nothing to download`)
  const archive = archiveOf(await partsOf(crm.sql, row), row.manifest, row.finish_time)
  const size = sizeOf(archive)
  const etag = `"export-${row.id}-${row.finish_time.getTime()}"`
  const range = askedRange(call.request.headers, size, etag)
  const about = { 'accept-ranges': 'bytes', etag, 'cache-control': 'private, no-store' }
  if (range === 'outside')
    return new Response(null, { status: 416, headers: { ...about, 'content-range': `bytes */${size}` } })
  const length = range ? range.end - range.start + 1 : size
  const headers: Record<string, string> = {
    ...attachmentHeaders({ name: `export-${row.id}.zip`, type: 'application/zip', size: length }),
    ...about,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  }
  const status = range ? 206 : 200
  if (call.request.method === 'HEAD') return new Response(null, { status, headers })
  await services.database.write(sql => auditCall({ ...crm, sql }, 'export_downloaded', row.id))
  return new Response(streamSegments(services.files, archive, range), { status, headers })
}
