import { failure } from '@portico/kit/api/failure'

/**
 * A form that changes something must have been sent from a page of ours. Browsers say where a request comes from; what
 * they say cannot be written by the page of somebody else.
 */
export function requireSameOrigin(request: Request, origin: string): void {
  const from = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (from !== null ? isOurs(from, request, origin) : site === 'same-origin') return
  throw failure('forbidden', 'This form was not sent from a page of ours; open the page again and send it there')
}

/** The public origin, or the one the browser itself used to reach us. */
function isOurs(from: string, request: Request, origin: string): boolean {
  return from === origin || from === new URL(request.url).origin
}
