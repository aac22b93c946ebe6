import { failure } from '@portico/kit/api/failure'
import { attachmentHeaders } from '@portico/kit/files/attachmentHeaders'
import type { Crm } from '../../base/api/context.ts'

interface Downloaded {
  /** Where its content is kept. */
  key: string
  name: string
  type: string
  /** What the log calls it: `file 7`. */
  record: string
}

/** The content of a file as something to save, never to be run by a browser; HEAD gets its headers alone. */
export async function download({ call, services }: Crm, { key, name, type, record }: Downloaded): Promise<Response> {
  const found = await services.files.get(key)
  if (!found)
    throw failure('unavailable', 'The content of the file cannot be read at the moment', {
      log: `the store has nothing under ${key}, the content of ${record}`,
    })
  const headOnly = call.request.method === 'HEAD'
  if (headOnly) await found.stream.cancel()
  return new Response(headOnly ? null : found.stream, {
    headers: { ...attachmentHeaders({ name, type, size: found.size }), 'cache-control': 'private, no-cache' },
  })
}
