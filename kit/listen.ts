import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Failure, failure } from './failure.ts'

export interface Listening {
  port: number
  /** Takes no new requests, lets those in flight finish, closes. */
  stop(deadline?: number): Promise<void>
}

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

export interface ListenOptions {
  port: number
  host: string
  /** How to refuse what cannot be read, given the path as far as it is known. */
  refuse?: (path: string, refused: Failure) => Response
  /** Milliseconds a client has to send its headers, and its whole request. */
  headersTimeout?: number
  requestTimeout?: number
}

/** Serves on a port, with limits against oversized headers and slow clients. */
export function listen(fetch: Fetch, options: ListenOptions): Promise<Listening> {
  const { port, host, refuse = refusePlainly, headersTimeout = 10_000, requestTimeout = 60_000 } = options
  const answer = getRequestListener(fetch)
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout: 30_000,
      connectionsCheckingInterval: Math.min(headersTimeout, 5_000),
    },
    (incoming, outgoing) => {
      if (stopping) outgoing.setHeader('connection', 'close')
      void answer(incoming, outgoing)
    },
  )
  let stopping = false
  server.on('clientError', (error: UnreadableError, socket) => void refuseUnreadable(error, socket as Socket, refuse))

  return new Promise((resolve, reject) => {
    server.once('error', error => reject(explain(error, port)))
    server.listen(port, host, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        async stop(deadline = 10_000) {
          stopping = true
          await closed(server, deadline)
        },
      })
    })
  })
}

function closed(server: Server, deadline: number): Promise<void> {
  return new Promise(resolve => {
    const force = setTimeout(() => server.closeAllConnections(), deadline)
    // A connection whose request was in flight when the stop came is idle a moment later, and would be kept alive.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(force)
      clearInterval(sweep)
      resolve()
    })
  })
}

const MAX_HEADER = 16_384

interface UnreadableError extends Error {
  code?: string
  rawPacket?: Buffer
}

/** What is wrong before a request can be read is still answered in JSON. */
async function refuseUnreadable(error: UnreadableError, socket: Socket, refuse: NonNullable<ListenOptions['refuse']>) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const refused = UNREADABLE[error.code ?? '']?.() ?? failure('invalid', 'This is not a valid HTTP request')
  const body = await refuse(pathIn(error.rawPacket), refused).text()
  socket.end(
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const UNREADABLE: Record<string, () => Failure> = {
  HPE_HEADER_OVERFLOW: () => failure('headers_too_large', `The request headers are larger than ${MAX_HEADER} bytes`),
  ERR_HTTP_REQUEST_TIMEOUT: () => failure('timeout', 'The request took too long to arrive'),
}

/** The path of a request line, when the beginning of the request got here. */
function pathIn(packet: Buffer | undefined): string {
  const [, path = '/'] = /^[A-Z]+ (\/[^\s?]{0,500})/.exec(packet?.toString('latin1') ?? '') ?? []
  return path
}

function refusePlainly(_path: string, { message, status }: Failure): Response {
  return Response.json({ success: false, error: message, errorCode: status }, { status })
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return failure('unavailable', `Port ${port} is taken by another program`)
  if (error.code === 'EACCES') return failure('unavailable', `Port ${port} needs more rights than this user has`)
  return error
}
