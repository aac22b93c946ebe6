import { TOKEN_SECONDS } from '../auth/tokens.ts'

const NAME = 'market_session'

/** The token of a browser: the same that API clients hold, where scripts cannot read it. */
export function readSession(request: Request): string | undefined {
  const cookies = request.headers.get('cookie') ?? ''
  return new RegExp(`(?:^|;\\s*)${NAME}=([\\w.-]+)`).exec(cookies)?.[1]
}

const MAILED = 'market_mailed'
const MAILED_SECONDS = 3600

/** The address that the person at this browser has just had a mail sent to; empty when there is none. */
export function mailedAddress(request: Request): string {
  const cookies = request.headers.get('cookie') ?? ''
  const encoded = new RegExp(`(?:^|;\\s*)${MAILED}=([\\w-]+)`).exec(cookies)?.[1] ?? ''
  return Buffer.from(encoded, 'base64url').toString('utf8').slice(0, 320)
}

export function mailedAddressCookie(address: string, origin: string): string {
  return cookie(MAILED, Buffer.from(address.trim().slice(0, 320)).toString('base64url'), MAILED_SECONDS, origin)
}

export function sessionCookie(token: string, origin: string): string {
  return cookie(NAME, token, TOKEN_SECONDS, origin)
}

export function endedSessionCookie(origin: string): string {
  return cookie(NAME, '', 0, origin)
}

function cookie(name: string, value: string, seconds: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/market; HttpOnly; SameSite=Lax${secure}`
}
