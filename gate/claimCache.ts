import type { Claim } from './claim.ts'

/**
 * Remembers which cookies carried a good signature, so that a browser's next request costs a look-up instead of a
 * MAC. Only the signature is remembered: age, site and policy are checked each time. Bounded: of two halves, the one
 * not used for longer goes when the other is full. (Dropping entries one by one from the front of a Map gets slower
 * with every entry that was there.)
 */
export function claimCache(max = 10_000) {
  let young = new Map<string, Claim>()
  let old = new Map<string, Claim>()

  function add(cookie: string, claim: Claim): void {
    if (young.size >= max / 2) {
      old = young
      young = new Map()
    }
    young.set(cookie, claim)
  }

  return {
    get(cookie: string): Claim | undefined {
      const recent = young.get(cookie)
      if (recent) return recent
      const claim = old.get(cookie)
      if (claim) add(cookie, claim)
      return claim
    },
    add,
  }
}
