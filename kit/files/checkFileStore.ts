import { randomUUID } from 'node:crypto'
import { failure, isFailure } from '../api/failure.ts'
import type { FileStore } from './fileStore.ts'

const PROBE = 'portico'

/** Writes, reads back and removes a small file. The error is for the one who runs the server, reason included. */
export async function checkFileStore(store: FileStore): Promise<void> {
  const key = `check-${randomUUID()}`
  try {
    await store.put(key, new Blob([PROBE]).stream(), { limit: PROBE.length })
    const found = await store.get(key)
    const text = found && (await new Response(found.stream).text())
    if (text !== PROBE) throw failure('unavailable', `${store.place} did not give back what was written to it`)
  } catch (error) {
    throw isFailure(error) && error.details.log ? failure(error.code, error.details.log) : error
  } finally {
    await store.remove(key).catch(() => {})
  }
}
