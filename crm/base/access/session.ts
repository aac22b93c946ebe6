import { randomBytes } from 'node:crypto'
import type { Call } from '@portico/kit/api/api'
import { fragment } from '@portico/kit/database/sql'
import { readCookie } from '@portico/kit/http/cookie'
import { isSameOrigin } from '@portico/kit/http/sameOrigin'
import { loadActor } from './actorStore.ts'
import type { CredentialKind } from './credentialKind.ts'

/** A session ends after so many days without a call, and after so many days in all. */
export const SESSION_IDLE_DAYS = 14
export const SESSION_DAYS = 90

/** 256 random bits, kept in a cookie; the database keeps their digest. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** People in a browser. Ended sessions are deleted. */
export const sessions: CredentialKind = {
  name: 'session',
  textOf: (call, origin) => (isOwnPage(call, origin) ? sessionCookieOf(call.request, origin) : undefined),
  canBe: text => SESSION_SECRET.test(text),
  find: (sql, digest) =>
    loadActor(
      sql,
      fragment`select s.company_id, s.user_id, null::text[] as scopes, false as read_only, 'session:' || s.id as credential,
          s.two_factors, not s.two_factors and (c.settings->>'require_second_factor')::boolean is true as lacks_second_factor,
          least(s.last_used_time + make_interval(days => ${SESSION_IDLE_DAYS}),
            s.add_time + make_interval(days => ${SESSION_DAYS})) as expires_time
        from crm.session s join crm.company c on c.id = s.company_id
        where s.digest = ${digest} and s.last_used_time > now() - make_interval(days => ${SESSION_IDLE_DAYS})
          and s.add_time > now() - make_interval(days => ${SESSION_DAYS})`,
      'app',
    ),
}

const SESSION_SECRET = /^[A-Za-z0-9_-]{43}$/

/**
 * A browser sends cookies whoever wrote the page, so a cookie counts for an API call only when our own page makes it.
 * Browsers say so in `sec-fetch-site`; older ones send `origin` with writes, and cannot show what was read to others.
 */
function isOwnPage({ request }: Call, origin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  return request.method === 'GET' || isSameOrigin(request, origin)
}

/** `__Host-` keeps the cookie from being set by other hosts and over plain connections. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-portico_session' : 'portico_session'
}

export function sessionCookieOf(request: Request, origin: string): string | undefined {
  return readCookie(request, sessionCookieName(origin))
}
