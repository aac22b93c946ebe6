import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { s3Unreachable } from './s3Error.ts'
import type { S3Location } from './s3Location.ts'

export interface S3Client {
  /** For messages; holds no secret. */
  readonly place: string
  send(method: string, name: string, request?: S3Request): Promise<Response>
}

export interface S3Request {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
}

const TRIES = 3
const FIRST_PAUSE = 100
/** For the beginning of the answer, so it includes sending a part. */
const TIMEOUT = 60_000

/** Sends signed requests about one bucket, and repeats those that fail for a moment. */
export function openS3Client(location: S3Location): S3Client {
  const { accessKeyId, secretAccessKey, region, bucketUrl } = location
  const place = `${bucketUrl}/${location.prefix}`
  return { place, send }

  async function send(method: string, name: string, request: S3Request = {}): Promise<Response> {
    for (let tried = 1; ; tried++) {
      const last = tried === TRIES
      try {
        const response = await sendOnce(method, name, request)
        if (last || !(response.status >= 500 || response.status === 429)) return response
        await response.body?.cancel()
      } catch (error) {
        if (last) throw s3Unreachable(error, place)
      }
      await pause(FIRST_PAUSE * 2 ** (tried - 1))
    }
  }

  async function sendOnce(method: string, name: string, { query, headers, body }: S3Request): Promise<Response> {
    const url = new URL(`${bucketUrl}${name && '/'}${name}`)
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value)
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' },
      // Signing the hash of the body lets the server refuse one that was damaged on the way.
      headers: { ...headers, 'x-amz-content-sha256': sha256(body) },
    })
    const signed = await signer.sign()
    return fetchWithin(TIMEOUT, signed.url, { method, headers: signed.headers, ...(body && { body }) })
  }
}

/** Time for the answer to begin. Reading its body may take as long as the reader likes. */
async function fetchWithin(milliseconds: number, url: URL, request: RequestInit): Promise<Response> {
  const aborted = new AbortController()
  const timer = setTimeout(() => aborted.abort(new Error('no answer in time')), milliseconds)
  try {
    return await fetch(url, { ...request, signal: aborted.signal })
  } finally {
    clearTimeout(timer)
  }
}

function sha256(body: Uint8Array = new Uint8Array()): string {
  return createHash('sha256').update(body).digest('hex')
}
