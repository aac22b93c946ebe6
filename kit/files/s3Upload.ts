import type { S3Client } from './s3Client.ts'
import { s3Failure } from './s3Error.ts'
import { xmlText } from './xmlText.ts'

/**
 * The least S3 takes for a part that is not the last. 10,000 parts of this size make the largest file 52 GB.
 */
export const PART_SIZE = 5 * 1024 * 1024

/** Takes a file part by part. Nothing is visible under its name before `finish`. */
export interface S3Upload {
  /** Each part but the last has PART_SIZE bytes. */
  add(part: Uint8Array): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

/** A file smaller than one part is a single request; a larger one is a multipart upload. */
export function openS3Upload(client: S3Client, name: string, type: string): S3Upload {
  const tags: string[] = []
  let small: Uint8Array = new Uint8Array()
  let uploadId: string | undefined
  return { add, finish, abort }

  async function add(part: Uint8Array): Promise<void> {
    if (!uploadId && part.byteLength < PART_SIZE) {
      small = part
      return
    }
    uploadId ??= await startMultipart(client, name, type)
    tags.push(await sendPart(client, name, uploadId, tags.length + 1, part))
  }

  async function finish(): Promise<void> {
    if (uploadId) await completeMultipart(client, name, uploadId, tags)
    else await putWhole(client, name, type, small)
  }

  /**
   * Parts of an upload that never ends are stored, and paid for, without being seen anywhere. A failure here must not
   * hide the one that led to it; parts still left then fall to the bucket's lifecycle rule.
   */
  async function abort(): Promise<void> {
    if (!uploadId) return
    const response = await client.send('DELETE', name, { query: { uploadId } }).catch(() => undefined)
    await response?.body?.cancel()
  }
}

async function putWhole(client: S3Client, name: string, type: string, body: Uint8Array): Promise<void> {
  const response = await client.send('PUT', name, { body, headers: { 'content-type': type } })
  if (!response.ok) throw await s3Failure(response, client.place)
  await response.body?.cancel()
}

async function startMultipart(client: S3Client, name: string, type: string): Promise<string> {
  const response = await client.send('POST', name, { query: { uploads: '' }, headers: { 'content-type': type } })
  if (!response.ok) throw await s3Failure(response, client.place)
  const uploadId = xmlText(await response.text(), 'UploadId')
  if (!uploadId) throw new Error(`${client.place} started an upload without naming it`)
  return uploadId
}

async function sendPart(
  client: S3Client,
  name: string,
  uploadId: string,
  number: number,
  body: Uint8Array,
): Promise<string> {
  const response = await client.send('PUT', name, { query: { partNumber: String(number), uploadId }, body })
  const tag = response.headers.get('etag')
  if (!response.ok || !tag) throw await s3Failure(response, client.place)
  await response.body?.cancel()
  return tag
}

async function completeMultipart(client: S3Client, name: string, uploadId: string, tags: string[]): Promise<void> {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const headers = { 'content-type': 'application/xml' }
  const response = await client.send('POST', name, { query: { uploadId }, body, headers })
  // S3 sends 200 at once to keep the connection alive, and may still report an error in the body.
  const text = await response.clone().text()
  if (!response.ok || text.includes('<Error>')) throw await s3Failure(response, client.place)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
