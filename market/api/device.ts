import { randomBytes } from 'node:crypto'

const NAME = 'market_device'

/** 400 days: the longest that browsers keep a cookie. */
const SECONDS = 400 * 86_400

/**
 * A random id by which a browser is recognised when somebody logs in with it again. It opens nothing: it only says
 * whose tries these are, so that those of others do not count against them.
 */
export function readDevice(request: Request): string | undefined {
  return /(?:^|;\s*)market_device=([\w-]{22})(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
}

export function newDevice(): string {
  return randomBytes(16).toString('base64url')
}

/** For the API as well as for the pages. */
export function deviceCookie(device: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${device}; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
