import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from './bytes.ts'
import type { ResolvedConfig } from './config.ts'
import { policyHash } from './policy.ts'

/** Name of the claim cookie. */
export const CLAIM_COOKIE = 'gate'

/**
 * A cookie with the prefix cannot be planted from a sibling domain; browsers take it only over https, and not all of
 * them make an exception for their own machine. Each gate of a site has its own, or opening the page of one would take
 * the session away from another that waits in the next tab.
 */
export function sessionCookieName(config: ResolvedConfig): string {
  const prefix = !config.dev && config.domain.startsWith('https:') ? '__Host-' : ''
  const gate = toHex(sha256(utf8(`${policyHash(config)} ${config.basePath}`))).slice(0, 8)
  return `${prefix}gate-session-${gate}`
}

/**
 * Several gates of one site share the cookie: an 18+ shop and a 21+ bar. Their claims stand side by side, and this
 * many are kept.
 */
const MAX_CLAIMS = 4

/** Signed claims contain letters, digits, `-`, `_` and one dot. */
const BETWEEN_CLAIMS = '~'

/** Every signed claim the request carries; not yet known to be good. */
export function claimsIn(request: Request): string[] {
  return cookieValues(request, CLAIM_COOKIE).flatMap(value => value.split(BETWEEN_CLAIMS).slice(0, MAX_CLAIMS))
}

/** The value of a claim cookie: the new claim first, then the others worth keeping. */
export function joinClaims(signed: readonly string[]): string {
  return signed.slice(0, MAX_CLAIMS).join(BETWEEN_CLAIMS)
}

/** A second cookie of the same name may have been planted, so all of them are looked at; four are enough. */
const MAX_CANDIDATES = 4

/** Every value the request carries under that name. */
export function cookieValues(request: Request, name: string): string[] {
  const header = request.headers.get('cookie')
  if (header === null || !header.includes(`${name}=`)) return []
  return header
    .split(';')
    .map(part => part.trim())
    .filter(part => part.startsWith(`${name}=`))
    .slice(0, MAX_CANDIDATES)
    .map(part => part.slice(name.length + 1))
}

export function setCookie(name: string, value: string, seconds: number, dev: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${dev ? '' : '; Secure'}`
}
