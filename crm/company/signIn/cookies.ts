import { readCookie } from '@portico/kit/http/cookie'
import { digestOf } from '../../base/access/apiToken.ts'
import { SESSION_DAYS, sessionCookieName } from '../../base/access/session.ts'
import { STEP_MINUTES } from './stepStore.ts'

const DAY_SECONDS = 86_400

export function sessionCookie(secret: string, origin: string): string {
  return cookie(sessionCookieName(origin), secret, SESSION_DAYS * DAY_SECONDS, origin)
}

export function endedSessionCookie(origin: string): string {
  return cookie(sessionCookieName(origin), '', 0, origin)
}

/** What a browser holds between the steps: after the password, before the code or the choice of a company. */
function stepCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-portico_step' : 'portico_step'
}

/** The digest of the step that a browser is at. */
export function stepDigestOf(request: Request, origin: string): Buffer | undefined {
  const secret = readCookie(request, stepCookieName(origin))
  return secret ? digestOf(secret) : undefined
}

export function stepCookie(secret: string, origin: string): string {
  return cookie(stepCookieName(origin), secret, STEP_MINUTES * 60, origin)
}

export function endedStepCookie(origin: string): string {
  return cookie(stepCookieName(origin), '', 0, origin)
}

/** Scripts cannot read it, and other sites' forms do not bring it along. */
function cookie(name: string, value: string, seconds: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
