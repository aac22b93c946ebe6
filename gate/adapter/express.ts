import type { Gate } from '../core.ts'
import { decide } from './decide.ts'
import { type NodeRequest, type NodeResponse, sendWebResponse, setVerificationId, webRequestOf } from './node.ts'

/**
 * Middleware for Express 4 and 5, and for anything else that calls `(request, response, next)`.
 *
 * ```ts
 * app.use(expressGate(door))
 * ```
 *
 * It may stand before or behind `express.json()`.
 */
export function expressGate(
  gate: Gate,
): (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const decision = await decide(gate, webRequestOf(request, gate.config))
      if (decision.response) return await sendWebResponse(decision.response, response)
      setVerificationId(request, decision.verificationId)
      for (const [name, value] of decision.headers) response.setHeader(name, value)
    } catch (error) {
      next(error)
      return
    }
    next()
  }
}
