import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { S3Server } from './startS3Server.ts'

export interface SignatureGuard {
  host: string
  /** `PUT /portico/ab/abc?uploadId=…`, as they came in. */
  requests: string[]
  /** Answers the next so many requests with 503 and passes nothing on. */
  refuseNext(count: number): void
  stop(): Promise<void>
}

/**
 * Stands in front of s3rver and does what a real S3 does and s3rver does not: it computes the signature (version 4)
 * from the request as it arrived, compares the hash of the body, and aborts multipart uploads.
 */
export async function guardSignature(s3: S3Server, secret: string): Promise<SignatureGuard> {
  const requests: string[] = []
  let refusals = 0

  const guard = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    requests.push(`${request.method} ${request.url}`)
    if (refusals > 0) {
      refusals--
      return refuse(response, 503, 'SlowDown')
    }
    const hash = createHash('sha256').update(body).digest('hex')
    if (request.headers['x-amz-content-sha256'] !== hash) return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    if (signatureOf(request, secret) !== givenSignature(request)) return refuse(response, 403, 'SignatureDoesNotMatch')
    const uploadId = new URL(request.url ?? '', 'http://s3').searchParams.get('uploadId')
    if (request.method === 'DELETE' && uploadId) {
      await rm(join(s3.directory, s3.bucket, '._S3rver_uploads', uploadId), { recursive: true })
      response.writeHead(204).end()
      return
    }
    await passOn(request, body, response)
  })
  guard.listen(0, '127.0.0.1')
  await once(guard, 'listening')

  return {
    host: `127.0.0.1:${portOf(guard.address())}`,
    requests,
    refuseNext: count => {
      refusals = count
    },
    async stop() {
      guard.closeAllConnections()
      guard.close()
      await once(guard, 'close')
    },
  }

  async function passOn(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (!/^(host|connection|content-length|transfer-encoding|expect)$/.test(name)) headers.set(name, String(value))
    }
    const answer = await fetch(`http://${s3.host}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const kept = [...answer.headers].filter(([name]) => !/^(connection|transfer-encoding|content-length)$/.test(name))
    response.writeHead(answer.status, [...kept, ['content-length', String(bytes.length)]].flat()).end(bytes)
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

/** Written from the description of Signature Version 4, without the library that signs. */
function signatureOf(request: IncomingMessage, secret: string): string {
  const { headers, method, url = '' } = request
  const [, scope = '', signedHeaders = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const [path = '', query = ''] = url.split('?')
  const canonicalQuery = query
    .split('&')
    .filter(Boolean)
    .map(pair => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&')
  const canonicalHeaders = signedHeaders.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [
    method,
    path,
    canonicalQuery,
    canonicalHeaders.join(''),
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const hashed = createHash('sha256').update(canonical).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashed].join('\n')
  let key: string | Buffer = `AWS4${secret}`
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest()
  return createHmac('sha256', key).update(toSign).digest('hex')
}

function givenSignature(request: IncomingMessage): string | undefined {
  return /Signature=([0-9a-f]{64})/.exec(request.headers.authorization ?? '')?.[1]
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the guard is not listening')
  return address.port
}
