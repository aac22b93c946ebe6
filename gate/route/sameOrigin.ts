import type { GateState } from '../gateState.ts'

/**
 * Whether a request was made by a page of this site. Browsers send Origin with every POST; without it the request
 * must say same-origin in another way. While developing, the address in the browser's bar counts as this site too.
 */
export function isSameOrigin({ config }: GateState, request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return request.headers.get('sec-fetch-site') === 'same-origin'
  return origin === config.domain || (config.dev && origin === new URL(request.url).origin)
}

export function isJson(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')
}
