import { createHash } from 'node:crypto'
import { failure } from '../api/failure.ts'
import type { StoredFile } from './fileStore.ts'

/**
 * Hands on the chunks of a stream while counting and hashing them, and stops at the limit.
 * The stream is cancelled if the reading ends early, for whatever reason.
 */
export function readBounded(stream: ReadableStream<Uint8Array>, limit: number): BoundedRead {
  const hash = createHash('sha256')
  let size = 0

  async function* chunks() {
    for await (const chunk of stream) {
      size += chunk.byteLength
      if (size > limit) throw failure('too_large', `The file is larger than ${limit} bytes`, { limit })
      hash.update(chunk)
      yield chunk
    }
  }

  return { chunks: chunks(), total: () => ({ size, sha256: hash.digest('hex') }) }
}

export interface BoundedRead {
  chunks: AsyncIterable<Uint8Array>
  /** To be asked once, after the last chunk. */
  total(): StoredFile
}
