import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from '@hono/node-server'
import { type Failure, failure } from '../api/failure.ts'

/** How to refuse a request, given its path as far as it is known. */
export type Refuse = (path: string, refused: Failure) => Response

/** Bytes of headers; what is larger is refused. */
export const MAX_HEADER = 16_384

/** What Node reports about bytes that are not a request. */
export interface UnreadableError extends Error {
  code?: string
  rawPacket?: Buffer
}

/** Refuses, in JSON, what Node could not read as a request. */
export async function refuseUnreadable(error: UnreadableError, socket: Socket, refuse: Refuse) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const refused = UNREADABLE[error.code ?? '']?.() ?? unreadable()
  await sendRefusal(socket, refuse(pathIn(requestTarget(error.rawPacket)), refused), refused.status)
}

export async function sendRefusal(
  socket: Socket,
  refusal: Response,
  status: number,
  close: () => void = () => socket.destroy(),
) {
  const body = await refusal.text()
  refusal.headers.set('content-type', 'application/json; charset=utf-8')
  const headers = [...refusal.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    close,
  )
}

const UNREADABLE: Record<string, () => Failure> = {
  HPE_HEADER_OVERFLOW: () => failure('headers_too_large', `The request headers are larger than ${MAX_HEADER} bytes`),
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
}

export function unreadable(): Failure {
  return failure('invalid', 'This is not a valid HTTP request')
}

export function faultOf(error: unknown): Failure {
  return error instanceof RequestError ? unreadable() : failure('internal', 'Something went wrong on our side')
}

export function tooManyWaiting(): Failure {
  const message = 'Too many requests of this client wait: send more when these are answered'
  return failure('too_many', message, { retryAfter: 1 })
}

export function tooSlow(): Failure {
  return failure('timeout', 'The request took too long to arrive')
}

/** What a request line asks for, when the beginning of the request got here. */
function requestTarget(packet: Buffer | undefined): string | undefined {
  return /^[A-Z]+ (\/\S*)/.exec(packet?.toString('latin1', 0, 1_000) ?? '')?.[1]
}

export function pathIn(target: string | undefined): string {
  return /^\/[^?\s]{0,500}/.exec(target ?? '')?.[0] ?? '/'
}

export function refusePlainly(_path: string, { message, status }: Failure): Response {
  return Response.json({ success: false, error: message, errorCode: status }, { status })
}

export function explainListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') return failure('unavailable', `Port ${port} is taken by another program`)
  if (error.code === 'EACCES') return failure('unavailable', `Port ${port} needs more rights than this user has`)
  if (error.code === 'EADDRNOTAVAIL') return failure('unavailable', `This machine does not have the address ${host}`)
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return failure('unavailable', `There is no host ${host} to listen on`)
  return error
}
