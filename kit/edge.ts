import { Hono } from 'hono'
import type { Call } from './api.ts'
import { type Failure, failure } from './failure.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { ServedApi } from './serveApi.ts'

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
  Bindings: { incoming?: { socket: { remoteAddress?: string | undefined } } }
}

const MAX_URL = 8_000

/** Everything behind one front: each API under its prefixes, pages beside them, one log line for each request. */
export function edge({ apis, log, metrics, pages, now = () => new Date() }: EdgeOptions): Hono<EdgeEnv> {
  const app = new Hono<EdgeEnv>()

  app.use('*', async (context, next) => {
    const url = context.req.url
    if (url.length > MAX_URL) return refuseByPath(new URL(url).pathname, tooLong(), context.req.raw)
    await next()
  })
  for (const served of apis)
    for (const prefix of served.api.prefixes) {
      app.all(`${prefix}/*`, context => answerCall(served, prefix, context.req.raw, context.env))
      app.all(prefix, context => answerCall(served, prefix, context.req.raw, context.env))
    }
  pages?.(app)
  app.notFound(context => refuseByPath(new URL(context.req.url).pathname, nothingThere(), context.req.raw))
  app.onError((error, context) => {
    log.error({ error: error.stack, path: context.req.path }, 'a page failed')
    return refuseByPath(context.req.path, failure('internal', 'Something went wrong on our side'), context.req.raw)
  })

  async function answerCall(served: ServedApi, prefix: string, request: Request, env: EdgeEnv['Bindings']) {
    const started = performance.now()
    const call = callOf(request, env, now())
    metrics.started()
    const { response, operation, failure: refused } = await served.handle(call, prefix)
    const seconds = (performance.now() - started) / 1000
    metrics.finished(served.api.name, operation, response.status, seconds)
    const line = {
      request: call.requestId,
      api: served.api.name,
      operation,
      method: request.method,
      path: call.url.pathname,
      status: response.status,
      ms: Math.round(seconds * 10_000) / 10,
      ...(refused && { reason: refused.message, ...(refused.details.log && { error: refused.details.log }) }),
    }
    if (response.status >= 500) log.error(line, 'failed')
    else log.info(line, 'served')
    return response
  }

  /** A refusal before any operation was found still speaks the language of the API it was meant for. */
  function refuseByPath(path: string, refused: Failure, request: Request): Response {
    const served = apis.find(({ api }) => api.prefixes.some(prefix => path === prefix || path.startsWith(`${prefix}/`)))
    const call = { ...callOf(request, undefined, now()), path }
    if (served) return served.refuse(refused, call)
    return Response.json(
      { error: refused.message, status: refused.status },
      { status: refused.status, headers: call.headers },
    )
  }

  return app
}

function callOf(request: Request, env: EdgeEnv['Bindings'] | undefined, receivedAt: Date): Omit<Call, 'path'> {
  const requestId = requestIdOf(request)
  return {
    request,
    url: new URL(request.url),
    requestId,
    remoteAddress: env?.incoming?.socket.remoteAddress ?? '',
    receivedAt,
    headers: new Headers({ 'x-request-id': requestId, 'x-content-type-options': 'nosniff' }),
  }
}

function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : crypto.randomUUID()
}

const tooLong = () => failure('uri_too_long', `The address is longer than ${MAX_URL} characters`)
const nothingThere = () => failure('missing', 'There is nothing at this address')
