import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import type { FileStore } from '@portico/kit/files/fileStore'

export interface Written {
  bytes: number
  content_bytes: number
  /** CRC-32 of the file of which this is a part, up to its end. */
  crc: number
}

/** Sizes of the parts of a backup: no file of ours is as large. */
const LIMIT = Number.MAX_SAFE_INTEGER

/**
 * Stores texts as one deflated part. It ends with a flush instead of an end, so that parts can follow each other as one
 * stream; compressing happens in threads of Node's own.
 */
export async function writeDeflated(
  files: Pick<FileStore, 'put'>,
  key: string,
  texts: AsyncIterable<string>,
  crcBefore: number,
): Promise<Written> {
  let crc = crcBefore
  let content_bytes = 0
  async function* contents() {
    for await (const text of texts) {
      const content = Buffer.from(text)
      crc = crc32(content, crc)
      content_bytes += content.byteLength
      if (content.byteLength > 0) yield content
    }
  }
  const deflate = createDeflateRaw({ level: 4, finishFlush: constants.Z_SYNC_FLUSH })
  const source = Readable.from(contents(), { objectMode: false, highWaterMark: 1 })
  source.on('error', error => deflate.destroy(error))
  const { size } = await files.put(key, webStream(source.pipe(deflate)), {
    limit: LIMIT,
    type: 'application/octet-stream',
  })
  return { bytes: size, content_bytes, crc }
}

/** Stores a copy of a file as it is. Undefined when there is nothing under its key. */
export async function writeCopy(files: FileStore, key: string, of: string): Promise<Written | undefined> {
  const found = await files.get(of)
  if (!found) return undefined
  let crc = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      crc = crc32(chunk, crc)
      controller.enqueue(chunk)
    },
  })
  const { size } = await files.put(key, found.stream.pipeThrough(counting), { limit: LIMIT })
  return { bytes: size, content_bytes: size, crc }
}

/** Node's types of web streams and those of the platform differ in name only. */
function webStream(readable: Readable): ReadableStream<Uint8Array> {
  const stream: NodeWebStream = Readable.toWeb(readable)
  return stream as unknown as ReadableStream<Uint8Array>
}
