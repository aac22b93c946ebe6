import type { Gate } from '../core.ts'
import { decide, withVerificationId } from './decide.ts'

/** The part of Elysia that is used; Elysia itself is not needed to load this. */
interface ElysiaContext {
  request: Request
  set: { headers: Record<string, string | number | string[] | undefined> }
}
interface ElysiaApp {
  onRequest(handler: (context: ElysiaContext) => Promise<Response | undefined>): unknown
}

/**
 * Plugin for Elysia. Handles the library's routes and protects the whole application it is used on.
 *
 * ```ts
 * new Elysia().use(elysiaGate(door)).get('/', () => 'Welcome')
 * ```
 */
export function elysiaGate(gate: Gate): <App extends ElysiaApp>(app: App) => App {
  return app => {
    app.onRequest(async context => {
      const decision = await decide(gate, context.request)
      if (decision.response) return decision.response
      context.request = withVerificationId(context.request, decision.verificationId)
      for (const [name, value] of decision.headers) context.set.headers[name] = value
      return undefined
    })
    return app
  }
}
