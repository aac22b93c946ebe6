import type { Call } from '@portico/kit/api'
import { failure } from '@portico/kit/failure'
import { rollingLimiter } from '@portico/kit/limiter'
import type { Operation } from '@portico/kit/operation'
import type { Actor } from '../access/actor.ts'

export type RateLimit = (actor: Actor, operation: Operation<never>, call: Call) => void

export const noRateLimit: RateLimit = () => {}

/** Calls in two seconds for one token, and for searches, which are dear. */
const BURST = { limit: 120, windowMs: 2_000 }
const SEARCH_BURST = { limit: 10, windowMs: 2_000 }

/** Keeps one integration from taking the server away from the others; every answer tells where it stands. */
export function rateLimit(): RateLimit {
  const burst = rollingLimiter(BURST)
  const search = rollingLimiter(SEARCH_BURST)
  return (actor, operation, call) => {
    const now = call.receivedAt.getTime()
    const limiter = operation.path.includes('earch') ? search : burst
    const allowance = limiter.take(actor.credential, now)
    call.headers.set('x-ratelimit-limit', String(allowance.limit))
    call.headers.set('x-ratelimit-remaining', String(allowance.remaining))
    call.headers.set('x-ratelimit-reset', String(Math.ceil(allowance.reset)))
    if (!allowance.allowed)
      throw failure('too_many', 'Too many calls at once, wait a moment', { retryAfter: allowance.reset })
  }
}
