import type { Gate } from '../core.ts'
import { fetchGate } from './fetch.ts'

/**
 * Puts a gate before a route handler of Next's app router.
 *
 * ```ts
 * // app/adult/route.ts
 * export const GET = nextGate(door, request => new Response('Welcome'))
 * ```
 *
 * The handler's second argument, with the route's parameters, is passed on.
 */
export function nextGate<Incoming extends Request, Rest extends unknown[]>(
  gate: Gate,
  handler: (request: Incoming, ...rest: Rest) => Response | Promise<Response>,
): (request: Incoming, ...rest: Rest) => Promise<Response> {
  // The request that comes back is the one given or a copy made by its own constructor.
  return fetchGate(gate, handler as (request: Request, ...rest: Rest) => Response | Promise<Response>)
}

/**
 * The library's own routes, for a catch-all route at the base path.
 *
 * ```ts
 * // app/gate/[...route]/route.ts, with basePath: '/gate'
 * export const { GET, POST } = nextRoutes(door)
 * ```
 */
export function nextRoutes(gate: Gate): Record<'GET' | 'POST', (request: Request) => Promise<Response>> {
  const answer = async (request: Request) => (await gate.handle(request)) ?? new Response('Not found', { status: 404 })
  return { GET: answer, POST: answer }
}
