import { utf8 } from '../bytes.ts'
import type { ResolvedConfig } from '../config.ts'
import { VERIFICATION_ID } from '../result.ts'

/** The part of Node's incoming message that is used; Express's and Fastify's requests have it. */
export interface NodeRequest extends AsyncIterable<Uint8Array | string> {
  method?: string | undefined
  url?: string | undefined
  /** Express keeps the whole path here when it strips a mount point from `url`. */
  originalUrl?: string | undefined
  headers: Record<string, string | string[] | undefined>
  /** Names and values in turn, as they arrived. */
  rawHeaders?: string[]
  /** What a body parser made of the body, if one ran before. */
  body?: unknown
}

/** The part of Node's server response that is used. */
export interface NodeResponse {
  statusCode: number
  readonly writableEnded: boolean
  /** True once the client has left. */
  readonly destroyed?: boolean
  setHeader(name: string, value: string | string[]): unknown
  write(chunk: Uint8Array): boolean
  end(): unknown
  once(event: 'close' | 'drain', listener: () => void): unknown
  off(event: 'close' | 'drain', listener: () => void): unknown
}

/** Methods the Fetch standard refuses to express; they are judged as GET. */
const INEXPRESSIBLE = new Set(['CONNECT', 'TRACE', 'TRACK'])

export function webRequestOf(request: NodeRequest, config: ResolvedConfig): Request {
  const method = (request.method ?? 'GET').toUpperCase()
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 puts the request line among the headers, under names no Headers object takes.
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const hasBody = !['GET', 'HEAD'].includes(method) && !INEXPRESSIBLE.has(method)
  const init = {
    method: INEXPRESSIBLE.has(method) ? 'GET' : method,
    headers,
    // `duplex` is demanded for streams and missing from TypeScript's own list of options.
    ...(hasBody && { body: streamOf(request), duplex: 'half' }),
  }
  return new Request(urlOf(request, config), init)
}

/** What arrives, or what a parser that ran before has made of it, written down again. */
async function* chunksOf(request: NodeRequest): AsyncGenerator<Uint8Array | string> {
  const { body } = request
  if (body === undefined || body === null) yield* request
  else if (body instanceof Uint8Array || typeof body === 'string') yield body
  else yield JSON.stringify(body)
}

/** The request as the application sees it: what a client sent under that name is gone from everywhere. */
export function setVerificationId({ headers, rawHeaders = [] }: NodeRequest, verificationId: string): void {
  const name = VERIFICATION_ID.toLowerCase()
  headers[name] = verificationId
  // In place: Node has counted them.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) rawHeaders[index + 1] = verificationId
  }
}

/** Read only when asked: a request that is let through keeps its body for the application. */
function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = chunksOf(request)
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? utf8(value) : value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * The path is put behind the origin as it stands, never resolved against it: `//evil.example/claim` must stay a
 * path. While developing, the address in the browser's bar is the origin.
 */
function urlOf(request: NodeRequest, { domain, dev }: ResolvedConfig): string {
  const { host } = request.headers
  const isPlainHost = typeof host === 'string' && /^[A-Za-z0-9.-]+(:\d+)?$/.test(host)
  const origin = dev && isPlainHost ? `${new URL(domain).protocol}//${host}` : domain
  const target = request.originalUrl ?? request.url ?? '/'
  if (target.startsWith('/')) return origin + target
  const absolute = URL.canParse(target) ? new URL(target) : undefined
  return origin + (absolute ? absolute.pathname + absolute.search : '/')
}

export async function sendWebResponse(response: Response, to: NodeResponse): Promise<void> {
  to.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') to.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) to.setHeader('set-cookie', cookies)
  if (response.body) await pipe(response.body, to)
  to.end()
}

async function pipe(body: ReadableStream<Uint8Array>, to: NodeResponse): Promise<void> {
  const reader = body.getReader()
  let open = true
  const closed = () => {
    open = false
    reader.cancel().catch(() => {})
  }
  to.once('close', closed)
  // For a client that has left already the event does not come again.
  if (to.destroyed) closed()
  while (open) {
    const { done, value } = await reader.read()
    if (done || to.writableEnded) break
    if (!to.write(value)) await drained(to)
  }
  to.off('close', closed)
}

function drained(to: NodeResponse): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      to.off('drain', go)
      to.off('close', go)
      resolve()
    }
    to.once('drain', go)
    to.once('close', go)
  })
}
