import type { Gate } from '../core.ts'
import { decide, withHeaders, withVerificationId } from './decide.ts'

/** The part of Hono's context that is used; Hono itself is not needed to load this. */
interface HonoContext {
  req: { raw: Request }
  res: Response
}

/**
 * Middleware for Hono. Handles the library's routes where it sees them and protects everything else it sees.
 *
 * ```ts
 * app.use(honoGate(door))
 * ```
 */
export function honoGate(
  gate: Gate,
): (context: HonoContext, next: () => Promise<void>) => Promise<Response | undefined> {
  return async (context, next) => {
    const decision = await decide(gate, context.req.raw)
    if (decision.response) return decision.response
    context.req.raw = withVerificationId(context.req.raw, decision.verificationId)
    await next()
    context.res = withHeaders(context.res, decision.headers)
    return undefined
  }
}
