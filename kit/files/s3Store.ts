import { atMost } from '../jobs/atMost.ts'
import { boundRange, checkRange, outside } from './byteRange.ts'
import { checkFileStore } from './checkFileStore.ts'
import { checkFileKey, checkFilePrefix, isFileKey } from './fileKey.ts'
import type { ByteRange, FileStore, FoundFile, PutOptions, StoredFile } from './fileStore.ts'
import { joinParts } from './joinParts.ts'
import { readBounded } from './readBounded.ts'
import { openS3Client } from './s3Client.ts'
import { s3Failure } from './s3Error.ts'
import type { S3Location } from './s3Location.ts'
import { openS3Upload, PART_SIZE } from './s3Upload.ts'
import { xmlBlocks, xmlText } from './xmlText.ts'

/** The copies are what costs, up to 30 MB for each upload that is sending. */
const SENDING_AT_ONCE = 4

/**
 * Keeps each file as the object `<prefix><key>` of a bucket. S3 wants to know the length of what it is sent, so an
 * upload holds one part in memory while it arrives and a few copies while it is sent, whatever the size of the file.
 */
export function openS3Store(location: S3Location): FileStore {
  const client = openS3Client(location)
  const sending = atMost(SENDING_AT_ONCE)
  const store: FileStore = {
    place: client.place,
    put,
    get,
    remove,
    list,
    check: () => checkFileStore(store),
  }
  return store

  async function put(
    key: string,
    stream: ReadableStream<Uint8Array>,
    { limit, type = 'application/octet-stream' }: PutOptions,
  ): Promise<StoredFile> {
    checkFileKey(key)
    const { chunks, total } = readBounded(stream, limit)
    const upload = openS3Upload(client, objectName(key), type)
    try {
      for await (const part of joinParts(chunks, PART_SIZE)) await sending(() => upload.add(part))
      await upload.finish()
    } catch (error) {
      await upload.abort()
      throw error
    }
    return total()
  }

  async function get(key: string, range?: ByteRange): Promise<FoundFile | undefined> {
    checkFileKey(key)
    if (range) checkRange(range)
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {}
    const response = await client.send('GET', objectName(key), { headers })
    if (response.status === 404) return missing(response)
    if (response.status === 416) throw await refused(response, outside())
    if (!response.ok || !response.body) throw await s3Failure(response, store.place)
    if (range) return rangeOf(response, response.body, range)
    return { stream: response.body, size: Number(response.headers.get('content-length')) }
  }

  async function rangeOf(response: Response, stream: ReadableStream<Uint8Array>, range: ByteRange): Promise<FoundFile> {
    const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    const expected = boundRange(range, Number(size))
    if (Number(start) === expected.start && Number(end) === expected.end) return { stream, size: Number(size) }
    // Bytes from elsewhere in the file would be taken for the ones asked for.
    throw await refused(response, new Error(`${store.place} answered another range than the one asked for`))
  }

  async function missing(response: Response): Promise<undefined> {
    const failed = await s3Failure(response, store.place)
    if (failed.details.reason !== 'NoSuchKey') throw failed
  }

  async function remove(key: string): Promise<void> {
    checkFileKey(key)
    const response = await client.send('DELETE', objectName(key))
    if (response.status === 404) return missing(response)
    if (!response.ok) throw await s3Failure(response, store.place)
    await response.body?.cancel()
  }

  async function* list(prefix = '') {
    checkFilePrefix(prefix)
    let next: string | undefined
    do {
      const page = await listPage(objectName(prefix), next)
      for (const block of xmlBlocks(page, 'Contents')) {
        const key = (xmlText(block, 'Key') ?? '').slice(location.prefix.length)
        // Other objects in the bucket are not ours.
        if (isFileKey(key)) yield { key, size: Number(xmlText(block, 'Size')) }
      }
      next = xmlText(page, 'NextContinuationToken')
    } while (next)
  }

  async function listPage(prefix: string, token: string | undefined): Promise<string> {
    const query: Record<string, string> = { 'list-type': '2', prefix }
    if (token) query['continuation-token'] = token
    const response = await client.send('GET', '', { query })
    if (!response.ok) throw await s3Failure(response, store.place)
    return response.text()
  }

  function objectName(key: string): string {
    return location.prefix + key
  }
}

async function refused(response: Response, error: Error): Promise<Error> {
  await response.body?.cancel()
  return error
}
