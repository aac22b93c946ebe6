import { failure } from '@portico/kit/api/failure'
import { newFileKey } from '@portico/kit/files/fileKey'
import type { FileStore } from '@portico/kit/files/fileStore'
import { fitPicture } from '@portico/kit/files/pictures'
import { readUpload } from '@portico/kit/files/readUpload'
import type { Crm } from '../../base/api/context.ts'
import { namingField } from '../../base/records/namingField.ts'

export interface StoredPicture {
  file_key: string
  name: string
  mime_type: string
  size: number
}

const MAX_BYTES = 10_000_000
export const IMAGE_UPLOAD = { maxFileBytes: MAX_BYTES, maxFiles: 1, maxFieldBytes: 10_000 }
const LONGEST_EDGE = 2048

/** A picture in the store that belongs to nothing yet. */
export interface ReceivedPicture {
  picture: StoredPicture
  /** Digest of what was sent. */
  sha256: string
  /** Says that a record has it now; without that it is thrown away. */
  claim(): void
}

/**
 * Takes the picture of the form under `data`, makes it anew (upright, without metadata: its address is public) and
 * hands it to `keep`. When that fails, or does not claim it, no file stays behind.
 */
export async function storePicture<T>(
  { call, services: { files } }: Crm,
  keep: (received: ReceivedPicture) => Promise<T>,
): Promise<T> {
  const upload = await readUpload(call.request, {
    store: files,
    ...IMAGE_UPLOAD,
    allowFields: ['data'],
  })
  const [sent] = upload.files
  if (!sent) throw failure('invalid', 'data must be a picture', { field: 'data' })
  let key: string | undefined
  let claimed = false
  try {
    const { bytes, type } = await fitPicture(() => bytesOf(files, sent.key), LONGEST_EDGE).catch(namingField('data'))
    key = newFileKey()
    const { size } = await files.put(key, streamOf(bytes), { limit: MAX_BYTES * 4, type })
    const picture = { file_key: key, name: nameFor(sent.name, type), mime_type: type, size }
    const claim = () => {
      claimed = true
    }
    return await keep({ picture, sha256: sent.sha256, claim })
  } catch (error) {
    claimed = false
    throw error
  } finally {
    const left = key && !claimed ? [sent.key, key] : [sent.key]
    await Promise.allSettled(left.map(file => files.remove(file)))
  }
}

async function bytesOf(files: FileStore, key: string): Promise<Uint8Array> {
  const found = await files.get(key)
  if (!found) throw new Error('an uploaded file is gone')
  return new Uint8Array(await new Response(found.stream).arrayBuffer())
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

/** The name it came with, its ending after what it is now. */
function nameFor(name: string, type: string): string {
  return `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${type === 'image/png' ? 'png' : 'jpg'}`
}
