import type { Gate } from '../core.ts'
import { decide } from './decide.ts'
import { type NodeRequest, type NodeResponse, sendWebResponse, setVerificationId, webRequestOf } from './node.ts'

/** The part of Fastify that is used; Fastify itself is not needed to load this. */
interface FastifyApp {
  addHook(name: 'onRequest', hook: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}
interface FastifyRequest {
  raw: NodeRequest
}
interface FastifyReply {
  raw: NodeResponse
  header(name: string, value: string): unknown
  hijack(): unknown
}

/**
 * Plugin for Fastify. Protects every route of the instance it is registered on.
 *
 * ```ts
 * await app.register(fastifyGate(door))
 * ```
 */
export function fastifyGate(gate: Gate): (app: FastifyApp) => Promise<void> {
  const plugin = async (app: FastifyApp) => {
    app.addHook('onRequest', async (request, reply) => {
      const decision = await decide(gate, webRequestOf(request.raw, gate.config))
      if (decision.response) {
        reply.hijack()
        await sendWebResponse(decision.response, reply.raw)
        return reply
      }
      setVerificationId(request.raw, decision.verificationId)
      for (const [name, value] of decision.headers) reply.header(name, value)
      return undefined
    })
  }
  // Tells Fastify not to encapsulate the plugin: the hook then covers the instance that registers it.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true, [Symbol.for('fastify.display-name')]: 'gate' })
}
