import { TOKEN_SECONDS } from '../auth/tokens.ts'

const NAME = 'market_session'

/** The token of a browser: the same that API clients hold, where scripts cannot read it. */
export function readSession(request: Request): string | undefined {
  const cookies = request.headers.get('cookie') ?? ''
  return new RegExp(`(?:^|;\\s*)${NAME}=([\\w.-]+)`).exec(cookies)?.[1]
}

export function sessionCookie(token: string, origin: string): string {
  return cookie(token, TOKEN_SECONDS, origin)
}

export function endedSessionCookie(origin: string): string {
  return cookie('', 0, origin)
}

function cookie(value: string, seconds: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${value}; Max-Age=${seconds}; Path=/market; HttpOnly; SameSite=Lax${secure}`
}
