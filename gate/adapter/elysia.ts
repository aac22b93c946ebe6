import type { Gate } from '../core.ts'
import { VERIFICATION_ID } from '../result.ts'
import { decide, withoutVerificationId } from './decide.ts'

/** The part of Elysia that is used; Elysia itself is not needed to load this. */
interface ElysiaApp {
  onRequest(handler: (context: { request: Request }) => Promise<Response | undefined>): unknown
  onBeforeHandle(handler: (context: ElysiaContext) => Promise<Response | undefined>): unknown
  onError(handler: (context: Omit<ElysiaContext, 'headers'>) => Promise<Response | undefined>): unknown
}
interface ElysiaContext {
  request: Request
  headers: Record<string, string | undefined>
  set: { headers: Record<string, string | number | string[] | undefined>; status?: number | string }
}

/**
 * Plugin for Elysia. Protects the routes that are added after it to the instance, group or plugin it is used on, and
 * handles the library's own routes wherever it is used.
 *
 * ```ts
 * new Elysia().use(elysiaGate(door)).get('/', () => 'Welcome')
 * new Elysia().get('/', () => 'Open').group('/films', films => films.use(elysiaGate(door)).get('/:id', () => 'Welcome'))
 * ```
 */
export function elysiaGate(gate: Gate): <App extends ElysiaApp>(app: App) => App {
  return app => {
    // Elysia runs this for every request of the whole application, whichever group it was added in: so nothing is
    // protected here. Other hooks run for the routes of their group, after the route is known.
    app.onRequest(async context => {
      const own = await gate.handle(context.request)
      if (own !== undefined) return own
      context.request = withoutVerificationId(context.request)
      return undefined
    })
    // Elysia reads the source of a hook for what it uses, and prepares nothing else: hence the parameters spelt out.
    app.onBeforeHandle(async ({ request, headers, set }) => {
      const decision = await decide(gate, request)
      if (decision.response !== undefined) return decision.response
      request.headers.set(VERIFICATION_ID, decision.verificationId)
      headers[VERIFICATION_ID.toLowerCase()] = decision.verificationId
      for (const [name, value] of decision.headers) set.headers[name] = value
      return undefined
    })
    // Elysia checks the body against the schema of the route before that hook; strangers are not told what it found.
    app.onError(async ({ request, set }) => {
      const { response } = await decide(gate, request)
      // Some versions put the status of the error before that of the answer.
      if (response !== undefined) set.status = response.status
      return response
    })
    return app
  }
}
