import type { Context } from 'hono'
import type { Call } from '../api/api.ts'
import type { EdgeEnv } from './edge.ts'
import { newRequestId } from './requestId.ts'

/** The request for a page as a call, for what pages and operations share. */
export function pageCallOf(context: Context<EdgeEnv>, receivedAt: Date): Call {
  return {
    request: context.req.raw,
    pathname: context.req.path,
    path: context.req.path,
    search: new URL(context.req.url).searchParams,
    requestId: newRequestId(),
    remoteAddress: context.env?.incoming?.socket.remoteAddress ?? '',
    bounds: context.env?.incoming,
    receivedAt,
    headers: new Map(),
  }
}

/** What was done behind a page may want to send headers along, such as the cookie of a known browser. */
export function withCallHeaders(response: Response, { headers }: Call): Response {
  for (const [name, value] of headers) response.headers.append(name, value)
  return response
}
