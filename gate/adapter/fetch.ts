import type { Gate } from '../core.ts'
import { decide, withHeaders, withVerificationId } from './decide.ts'

/**
 * Puts a gate before a handler of web requests: Bun, Deno, Cloudflare and everything else that speaks `fetch`.
 *
 * ```ts
 * Bun.serve({ fetch: fetchGate(door, request => new Response('Welcome')) })
 * ```
 *
 * Further arguments of the handler are passed on.
 */
export function fetchGate<Rest extends unknown[]>(
  gate: Gate,
  handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const decision = await decide(gate, request)
    if (decision.response) return decision.response
    return withHeaders(await handler(withVerificationId(request, decision.verificationId), ...rest), decision.headers)
  }
}
