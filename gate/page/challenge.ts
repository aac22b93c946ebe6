import type { Inside } from '../inside.ts'
import type { Pending } from '../result.ts'

export function challenge(_inside: Inside, pending: Pending, _request: Request): Response {
  const headers = new Headers(pending.headers)
  headers.set('Cache-Control', 'no-store')
  return Response.json(
    { type: pending.type, session: pending.session, providers: pending.providers },
    { status: 511, headers },
  )
}
