import type { Gate } from '../core.ts'
import { VERIFICATION_ID } from '../result.ts'

/** What an adapter does with a request: answer it, or let it through with these headers on the answer. */
export type Decision = { response: Response } | { response?: never; verificationId: string; headers: Headers }

/** The one decision all adapters share: the library's own routes, the challenge, or on to the application. */
export async function decide(gate: Gate, request: Request): Promise<Decision> {
  const own = await gate.handle(request)
  if (own !== undefined) return { response: own }
  const result = await gate.verified(request)
  if (result.type === 'pending') return { response: gate.challenge(result, request) }
  return { verificationId: result.verificationId, headers: result.headers }
}

/** The request as the application sees it: `X-Verification-Id` is set by the library, whatever the client sent. */
export function withVerificationId(request: Request, verificationId: string): Request {
  const changeable = withChangeableHeaders(request)
  changeable.headers.set(VERIFICATION_ID, verificationId)
  return changeable
}

/** The request without what the client sent as `X-Verification-Id`; the header can be set later. */
export function withoutVerificationId(request: Request): Request {
  const changeable = withChangeableHeaders(request)
  changeable.headers.delete(VERIFICATION_ID)
  return changeable
}

/** Some runtimes hand out requests that cannot be changed: those are copied. */
function withChangeableHeaders(request: Request): Request {
  const probe = 'changeable'
  try {
    request.headers.set(VERIFICATION_ID, probe)
    if (request.headers.get(VERIFICATION_ID) === probe) return request
  } catch {
    // Falls through to the copy.
  }
  return copyOf(request, { headers: new Headers(request.headers) })
}

/** Frameworks extend Request; a copy by the same constructor keeps what they added. */
function copyOf(request: Request, init: RequestInit): Request {
  const copy: unknown = Reflect.construct(request.constructor, [request, init])
  return copy instanceof Request ? copy : new Request(request, init)
}

/** The answer of the application, with the library's headers added. */
export function withHeaders(response: Response, headers: Headers): Response {
  try {
    addTo(response, headers)
    return response
  } catch {
    const copy = new Response(response.body, response)
    addTo(copy, headers)
    return copy
  }
}

/** Cookies are added to those of the application; any other header is replaced. */
function addTo(response: Response, headers: Headers): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') response.headers.append(name, value)
    else response.headers.set(name, value)
  }
}
