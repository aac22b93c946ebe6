import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { failure } from './failure.ts'

export interface Listening {
  port: number
  /** Takes no new requests, lets those in flight finish, closes. */
  stop(deadline?: number): Promise<void>
}

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

/** Serves on a port, with limits against oversized headers and slow clients. */
export function listen(fetch: Fetch, { port, host }: { port: number; host: string }): Promise<Listening> {
  const answer = getRequestListener(fetch)
  const server = createServer(
    { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 30_000 },
    (incoming, outgoing) => {
      if (stopping) outgoing.setHeader('connection', 'close')
      void answer(incoming, outgoing)
    },
  )
  let stopping = false
  server.on('clientError', refuseUnreadable)

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
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** What is wrong before a request can be read is still answered in JSON. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, text] = UNREADABLE[error.code ?? ''] ?? [400, 'This is not a valid HTTP request']
  const body = JSON.stringify({ success: false, error: text, errorCode: status })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const UNREADABLE: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are larger than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return failure('unavailable', `Port ${port} is taken by another program`)
  if (error.code === 'EACCES') return failure('unavailable', `Port ${port} needs more rights than this user has`)
  return error
}
