import { randomBytes } from 'node:crypto'
import { readCookie } from '../../http/cookie.ts'

/** 400 days: the longest that browsers keep a cookie. */
const SECONDS = 400 * 86_400

/**
 * A random id by which a browser is recognised when somebody logs in with it again. It opens nothing: it only says
 * whose tries these are, so that those of others do not count against them.
 */
export function readDevice(product: string, request: Request): string | undefined {
  const device = readCookie(request, nameOf(product))
  return device !== undefined && /^[\w-]{22}$/.test(device) ? device : undefined
}

export function newDevice(): string {
  return randomBytes(16).toString('base64url')
}

/** For the API as well as for the pages. */
export function deviceCookie(product: string, device: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${nameOf(product)}=${device}; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function nameOf(product: string): string {
  return `${product}_device`
}
