import type { Crm } from '../../base/api/context.ts'
import { readBatch } from './batchStore.ts'
import type { ExportKind } from './kind.ts'
import type { Moment } from './momentStore.ts'
import type { Rendering } from './render.ts'

/** Content of one batch that is read, about. */
const BATCH_BYTES = 500_000
const [FIRST_BATCH, LARGEST_BATCH] = [20, 500]

export type ReadWith = <T>(work: (crm: Crm) => Promise<T>) => Promise<T>

/** Records of a kind from a place on, until a part is full. */
export function batches(
  kind: ExportKind,
  moment: Moment,
  from: string | undefined,
  rendering: Rendering,
  reading: ReadWith,
  partBytes: number,
) {
  let after = from
  let more = true
  let rows = 0
  async function* texts(): AsyncGenerator<string> {
    let [size, most] = [rendering.head.length, FIRST_BATCH]
    yield rendering.head
    while (more && size < partBytes) {
      const { batch, text } = await reading(async crm => {
        const batch = await readBatch(crm, kind, moment, after, most)
        return { batch, text: await rendering.text(crm, batch) }
      })
      rows += batch.rows
      after = batch.upto
      more = batch.upto !== undefined
      size += text.length
      // Records may be long: as many as make up half a megabyte.
      const each = Math.max(1, text.length / Math.max(1, batch.rows))
      most = Math.max(FIRST_BATCH, Math.min(LARGEST_BATCH, most * 5, Math.floor(BATCH_BYTES / each)))
      yield text
    }
  }
  return { texts, after: () => after, more: () => more, rows: () => rows }
}
