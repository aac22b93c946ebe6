import type { Edge } from '@portico/kit/http/edge'
import { listen } from '@portico/kit/http/listen'
import { SAFE_HEADERS } from '@portico/kit/http/safeHeaders'
import type { Config } from '../config/readConfig.ts'

/** The port of this server, taken before anything is made and answered from the first moment on. */
export interface TakenPort {
  port: number
  /** From now on requests are served. */
  serve(edge: Edge): Promise<void>
  /** Finishes requests in flight. */
  stop(): Promise<void>
}

/**
 * Takes the port, or says in one line why it cannot be had. Until `serve` is called, requests are told to wait. A worker
 * that joins others has no part of their port until then: it would answer in their place that it is starting.
 */
export async function takePort(config: Config, { joins = false } = {}): Promise<TakenPort> {
  let edge: Edge | undefined
  const open = () =>
    listen((request, env) => (edge ? edge.fetch(request, env) : answerWhileStarting(request)), {
      ...config,
      always: ['/healthz', '/readyz'],
      refuse: (path, refused) =>
        edge ? edge.refuse(path, refused) : refuseWhileStarting(refused.status, refused.message),
    })
  let listening = joins ? undefined : await open()
  let stopping: Promise<void> | undefined
  return {
    get port() {
      return listening?.port ?? config.port
    },
    async serve(opened) {
      edge = opened
      listening ??= await open()
    },
    stop() {
      stopping ??= listening?.stop() ?? Promise.resolve()
      return stopping
    },
  }
}

function answerWhileStarting({ url }: Request): Response {
  const { pathname } = new URL(url)
  if (pathname === '/healthz') return Response.json({ status: 'up' }, { headers: HEADERS })
  if (pathname === '/readyz') {
    return Response.json({ status: 'not ready', reason: 'the server is starting' }, { status: 503, headers: WAIT })
  }
  return refuseWhileStarting(503, 'The server is starting: try again in a second')
}

/** In the form most clients here understand: which API a path belongs to is not known yet. */
function refuseWhileStarting(status: number, error: string): Response {
  return Response.json({ success: false, error, errorCode: status }, { status, headers: WAIT })
}

const HEADERS = { 'cache-control': 'no-store', ...SAFE_HEADERS }
const WAIT = { ...HEADERS, 'retry-after': '1' }
