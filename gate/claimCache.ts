import type { Claim } from './claim.ts'

/**
 * Remembers which cookies carried a good signature, so that a browser's next request costs a look-up instead of a
 * MAC. Only the signature is remembered: age, site and policy are checked each time. Bounded; the oldest entry goes.
 */
export function claimCache(max = 10_000) {
  const claims = new Map<string, Claim>()
  return {
    get(cookie: string): Claim | undefined {
      return claims.get(cookie)
    },
    add(cookie: string, claim: Claim): void {
      claims.set(cookie, claim)
      if (claims.size <= max) return
      const oldest = claims.keys().next()
      if (!oldest.done) claims.delete(oldest.value)
    },
  }
}
