import type { FileV1 } from '@portico/crm/work/files/v1/shape'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { offerInverse } from '../store/undo.ts'
import type { RecordStore } from './recordStore.ts'

/** Hangs files on a record, one after the other; one that is refused is told, the others go on. */
export async function uploadFiles({ kind, id, read }: RecordStore, files: Iterable<File>): Promise<void> {
  for (const file of files) {
    const body = new FormData()
    body.set(kind.link, String(id))
    body.set('file', file)
    try {
      const { data } = await call<FileV1>('POST /v1/files', { body })
      offerInverse(`Added ${file.name}`, () => call(`DELETE /v1/files/${data.id}`).then(read))
    } catch (error) {
      tellProblem(error)
    }
  }
  await read()
}
