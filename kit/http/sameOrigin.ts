import { failure } from '../api/failure.ts'

/**
 * A form that changes something must have been sent from a page of ours. Browsers say where a request comes from; what
 * they say cannot be written by the page of somebody else.
 */
export function requireSameOrigin(request: Request, origin: string): void {
  if (isSameOrigin(request, origin)) return
  throw failure('forbidden', 'This form was not sent from a page of ours; open the page again and send it there')
}

/** The public origin, or the one the browser itself used to reach us. */
export function isSameOrigin(request: Request, origin: string): boolean {
  const from = request.headers.get('origin')
  if (from === null) return request.headers.get('sec-fetch-site') === 'same-origin'
  return from === origin || from === new URL(request.url).origin
}
