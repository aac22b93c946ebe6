/** Name of the claim cookie. */
export const CLAIM_COOKIE = 'gate'

/** A cookie with this prefix cannot be planted from a sibling domain; browsers refuse it without Secure. */
export function sessionCookieName(dev: boolean): string {
  return dev ? 'gate-session' : '__Host-gate-session'
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
