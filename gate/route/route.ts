import type { GateState } from '../gateState.ts'
import { PAGE_ROUTE } from '../page/challenge.ts'
import { answer } from './answer.ts'
import { callback } from './callback.ts'
import { claim } from './claim.ts'
import { page } from './page.ts'
import { script } from './script.ts'
import { sse } from './sse.ts'

type Handler = (state: GateState, request: Request) => Promise<Response>

/** Exact paths only: no trailing slash, no decoding, no upper case. */
export async function route(state: GateState, request: Request, path: string): Promise<Response> {
  const methods = methodsAt(state, path)
  if (methods === undefined) return answer(404, { error: 'not found' })
  // Looked up among the route's own: some runtimes pass on any method, "constructor" included.
  const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (handler === undefined) {
    return answer(405, { error: 'method not allowed' }, { Allow: Object.keys(methods).join(', ') })
  }
  try {
    return await handler(state, request)
  } catch (error) {
    state.emit({ type: 'error', where: `${request.method} ${path}`, error })
    return answer(503, { error: 'unavailable' })
  }
}

/**
 * The path behind the base path when the request is the library's own, else undefined. Under a base path of its own
 * everything there is; at the root only its routes are, and the rest belongs to the application.
 */
export function basePathRemoved(state: GateState, path: string): string | undefined {
  const { basePath } = state.config
  if (basePath === '/') return methodsAt(state, path) === undefined ? undefined : path
  if (path === basePath) return '/'
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined
}

function methodsAt(state: GateState, path: string): Readonly<Record<string, Handler>> | undefined {
  if (path === '/sse') return { GET: sse }
  if (path === '/claim') return { POST: claim }
  if (path === PAGE_ROUTE) return { GET: page }
  if (!path.startsWith('/verify/')) return undefined
  const provider = state.providers.get(path.slice('/verify/'.length))
  if (provider === undefined) return undefined
  const post: Handler = (...given) => callback(...given, provider)
  if (provider.script === undefined) return { POST: post }
  return { GET: (...given) => script(...given, provider), POST: post }
}
