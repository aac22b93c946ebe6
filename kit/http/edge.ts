import { Hono } from 'hono'
import type { Call } from '../api/api.ts'
import { asFailure } from '../api/asFailure.ts'
import { type Failure, failure } from '../api/failure.ts'
import type { ServedApi } from '../api/serveApi.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'
import type { BodyBounds } from './boundedBody.ts'
import { newRequestId } from './requestId.ts'
import { REQUEST_LIMITS } from './requestLimits.ts'
import { SAFE_HEADERS, withSafeHeaders } from './safeHeaders.ts'

export interface EdgeOptions {
  apis: readonly ServedApi[]
  log: Log
  metrics: Metrics
  /** Pages and other routes that are not operations. */
  pages?: (app: Hono<EdgeEnv>) => void
  now?: () => Date
}

/** What the listener tells about the connection; absent when a test calls the edge directly. */
export interface EdgeEnv {
  Bindings: { incoming?: BodyBounds & { socket: { remoteAddress?: string | undefined } } }
}

export interface Edge {
  /** The routes of pages, as the router knows them. */
  readonly pageRoutes: readonly { method: string; path: string }[]
  fetch(request: Request, env: unknown): Response | Promise<Response>
  /** A refusal in the language of the API a path belongs to, for requests that could not even be read. */
  refuse(path: string, refused: Failure): Response
}

/** Everything behind one front: each API under its prefixes, pages for the rest, one log line for each call. */
export function edge({ apis, log, metrics, pages, now = () => new Date() }: EdgeOptions): Edge {
  const prefixes = apis
    .flatMap(served => served.api.prefixes.map(prefix => ({ prefix, below: `${prefix}/`, served })))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  const app = new Hono<EdgeEnv>()
  pages?.(app)
  app.notFound(context =>
    refuseByPath(context.req.raw, failure('missing', `There is nothing at ${pathOf(context.req.url)}`)),
  )
  // Pages have tokens in their paths too, so the log gets the route.
  app.onError((error, context) => refuseByPath(context.req.raw, asFailure(error), { path: context.req.routePath }))

  function fetch(request: Request, env: unknown) {
    const { url } = request
    if (url.length > REQUEST_LIMITS.address)
      return refuseByPath(
        request,
        failure('uri_too_long', `The address is longer than ${REQUEST_LIMITS.address} characters`),
      )
    const pathname = pathOf(url)
    const found = apiAt(pathname)
    if (!found) return answerPage(request, env as EdgeEnv['Bindings'])
    return answerCall(found.served, callOf(request, pathname, found.prefix, env as EdgeEnv['Bindings'], now()))
  }

  async function answerPage(request: Request, env: EdgeEnv['Bindings']) {
    return withSafeHeaders(await app.fetch(request, env))
  }

  function apiAt(path: string) {
    const found = prefixes.find(({ prefix, below }) => path.startsWith(below) || path === prefix)
    return found?.served.api.pages?.includes(path) ? undefined : found
  }

  async function answerCall(served: ServedApi, call: Call) {
    const started = performance.now()
    metrics.started()
    const { response, operation, failure: refused } = await served.handle(call)
    const seconds = (performance.now() - started) / 1000
    metrics.finished(served.api.name, operation, response.status, seconds)
    const line = {
      request: call.requestId,
      api: served.api.name,
      operation,
      method: call.request.method,
      path: SECRET_IN_PATH.test(operation) ? operation.slice(operation.indexOf('/')) : call.pathname,
      status: response.status,
      ms: Math.round(seconds * 10_000) / 10,
      ...(refused && reasonsOf(refused)),
    }
    if (response.status >= 500) log.error(line, 'failed')
    else log.info(line, 'served')
    return response
  }

  /** A refusal before any operation was found still speaks the language of the API it was meant for. */
  function refuseByPath(request: Request, refused: Failure, shown: { method?: string; path?: string } = {}): Response {
    const pathname = pathOf(request.url)
    const found = apiAt(pathname)
    const call = callOf(request, pathname, found?.prefix ?? '', undefined, now())
    const { status } = refused
    const { method = request.method, path = pathname } = shown
    const line = { request: call.requestId, method, path, status, ...reasonsOf(refused) }
    if (status >= 500) log.error(line, 'failed')
    else log.info(line, 'refused')
    if (found) return found.served.refuse(refused, call)
    const { retryAfter } = refused.details
    if (retryAfter !== undefined) call.headers.set('retry-after', String(Math.ceil(retryAfter)))
    const headers = { ...SAFE_HEADERS, ...Object.fromEntries(call.headers) }
    return Response.json({ error: refused.message, status }, { status, headers })
  }

  return {
    pageRoutes: app.routes.map(({ method, path }) => ({ method, path })),
    fetch,
    refuse: (path, refused) => refuseByPath(new Request(`http://unreadable${path}`), refused, { method: 'unreadable' }),
  }
}

/** Links in mails carry their token in the path, where the log would keep it: it gets the route instead. */
const SECRET_IN_PATH = /\{(token|url)\}/i

/** Of a failure, for the log. */
function reasonsOf({ message, details }: Failure) {
  return { reason: message, ...(details.log && { error: details.log }) }
}

/** The path of an absolute address, without taking the whole of it apart. */
function pathOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('://') + 3)
  const query = url.indexOf('?', from)
  return from === -1 ? '/' : url.slice(from, query === -1 ? undefined : query)
}

const NO_SEARCH = new URLSearchParams()

function searchOf(url: string): URLSearchParams {
  const query = url.indexOf('?')
  return query === -1 ? NO_SEARCH : new URLSearchParams(url.slice(query))
}

function callOf(
  request: Request,
  pathname: string,
  prefix: string,
  env: EdgeEnv['Bindings'] | undefined,
  receivedAt: Date,
): Call {
  const requestId = requestIdOf(request)
  return {
    request,
    pathname,
    path: pathname.slice(prefix.length, pathname.endsWith('/') ? -1 : undefined) || '/',
    search: searchOf(request.url),
    requestId,
    remoteAddress: env?.incoming?.socket.remoteAddress ?? '',
    bounds: env?.incoming,
    receivedAt,
    headers: new Map([
      ['x-request-id', requestId],
      ['x-content-type-options', 'nosniff'],
    ]),
  }
}

function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : newRequestId()
}
