import { failure } from '../api/failure.ts'
import type { ByteRange, FileStore } from './fileStore.ts'

/** A file that is made of others while it is sent: bytes that are at hand, and files of the store. */
export type Segment = { bytes: Uint8Array } | { key: string; size: number }

export function sizeOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + lengthOf(segment), 0)
}

/**
 * The bytes of a range (both ends count), or all of them. Read when asked for: one file of the store is open at a time,
 * and a slow reader costs one chunk.
 */
export function streamSegments(
  store: Pick<FileStore, 'get'>,
  segments: readonly Segment[],
  range: ByteRange = { start: 0 },
): ReadableStream<Uint8Array> {
  const bytes = bytesOf(store, segments, range.start, range.end ?? sizeOf(segments) - 1)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await bytes.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

async function* bytesOf(
  store: Pick<FileStore, 'get'>,
  segments: readonly Segment[],
  first: number,
  last: number,
): AsyncGenerator<Uint8Array, undefined> {
  let at = 0
  for (const segment of segments) {
    const [start, end] = [Math.max(first - at, 0), Math.min(last - at, lengthOf(segment) - 1)]
    at += lengthOf(segment)
    if (start > end) continue
    if ('bytes' in segment) yield segment.bytes.subarray(start, end + 1)
    else yield* bytesOfFile(store, segment.key, { start, end })
  }
}

async function* bytesOfFile(store: Pick<FileStore, 'get'>, key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const found = await store.get(key, range)
  if (!found)
    throw failure('unavailable', 'A part of the file cannot be read at the moment', {
      log: `the store has nothing under ${key}`,
    })
  for await (const chunk of found.stream) yield chunk
}

function lengthOf(segment: Segment): number {
  return 'bytes' in segment ? segment.bytes.byteLength : segment.size
}
