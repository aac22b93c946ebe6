import type { Call } from '../api/api.ts'

/** What scripts on pages of other origins may send to an API, and what of its answers they may read. */
export interface CrossOrigin {
  methods: readonly string[]
  headers: readonly string[]
  exposed: readonly string[]
}

/** How long a browser remembers what it was allowed. */
const REMEMBERED_SECONDS = 600

/**
 * Opens the answer to whichever page asks; to a browser that asks beforehand, this is the whole answer. Never with
 * credentials: what somebody is signed in to in the same browser stays closed.
 */
export function answerOtherOrigin({ methods, headers, exposed }: CrossOrigin, call: Call): Response | undefined {
  const { request } = call
  if (!request.headers.has('origin')) return undefined
  call.headers.set('access-control-allow-origin', '*')
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) {
    call.headers.set('access-control-expose-headers', exposed.join(', '))
    return undefined
  }
  call.headers.set('access-control-allow-methods', methods.join(', '))
  call.headers.set('access-control-allow-headers', headers.join(', '))
  call.headers.set('access-control-max-age', String(REMEMBERED_SECONDS))
  return new Response(null, { status: 204, headers: Object.fromEntries(call.headers) })
}
