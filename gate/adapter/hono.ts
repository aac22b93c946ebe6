import type { Gate } from '../core.ts'
import { decide, withHeaders, withVerificationId } from './decide.ts'

/** The part of Hono's context that is used; Hono itself is not needed to load this. */
interface HonoContext {
  req: HonoRequest
  res: Response
}
interface HonoRequest {
  raw: Request
  arrayBuffer(): Promise<ArrayBuffer>
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
    const request = await unreadRequest(context.req)
    const decision = await decide(gate, request)
    if (decision.response) return decision.response
    context.req.raw = withVerificationId(request, decision.verificationId)
    await next()
    context.res = withHeaders(context.res, decision.headers)
    return undefined
  }
}

/** A middleware before this one may have read the body; Hono keeps what was read. */
async function unreadRequest(request: HonoRequest): Promise<Request> {
  return request.raw.bodyUsed ? new Request(request.raw, { body: await request.arrayBuffer() }) : request.raw
}
