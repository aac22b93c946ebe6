import { SESSION_DAYS, sessionCookieName } from '../../base/access/session.ts'

const DAY_SECONDS = 86_400

export function sessionCookie(secret: string, origin: string): string {
  return cookie(sessionCookieName(origin), secret, SESSION_DAYS * DAY_SECONDS, origin)
}

export function endedSessionCookie(origin: string): string {
  return cookie(sessionCookieName(origin), '', 0, origin)
}

/** Scripts cannot read it, and other sites' forms do not bring it along. */
function cookie(name: string, value: string, seconds: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
