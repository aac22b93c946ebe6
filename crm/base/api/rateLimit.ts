import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Operation } from '@portico/kit/api/operation'
import { type Limiter, rollingLimiter } from '@portico/kit/http/limiter'
import type { Actor } from '../access/actor.ts'
import type { DailyBudget } from '../limits/dailyBudget.ts'
import { BURST_WINDOW_MS, PLANS, SEARCH_CALLS, SESSION_CALLS } from '../limits/plans.ts'
import type { SharedBursts } from '../limits/sharedBursts.ts'

/** Throws for whoever is over a limit; a promise where other processes have a say. */
export type RateLimit = (actor: Actor, operation: Operation<never>, call: Call) => Promise<void> | undefined

export const noRateLimit: RateLimit = () => undefined

/**
 * Keeps one integration from taking the server away from the others: so many calls at once for each token, so many
 * tokens a day for each company. People in the web app spend none. Every answer tells where its caller stands.
 */
export function rateLimit(budget: DailyBudget, bursts: SharedBursts, searches = SEARCH_CALLS): RateLimit {
  const limiterOf = limitersBySize()
  return (actor, operation, call) => {
    const limit = callsAtOnce(actor, operation, searches)
    refuseBurst(limiterOf(limit), actor, call)
    if (actor.source === 'api') refuseSpent(budget, actor, operation, call)
    return bursts.allows(actor, limit, call.receivedAt.getTime())?.then(allowed => {
      if (!allowed) throw tooManyAtOnce(BURST_WINDOW_MS / 1000)
    })
  }
}

function callsAtOnce({ plan, credential, source }: Actor, { path }: Operation<never>, searches: number): number {
  if (source === 'app') return SESSION_CALLS
  if (/search/i.test(path)) return searches
  return credential.startsWith('oauth:') ? PLANS[plan].oauth : PLANS[plan].apiToken
}

function refuseBurst(limiter: Limiter, { credential }: Actor, { headers, receivedAt }: Call) {
  const allowance = limiter.take(credential, receivedAt.getTime())
  headers.set('x-ratelimit-limit', String(allowance.limit))
  headers.set('x-ratelimit-remaining', String(allowance.remaining))
  headers.set('x-ratelimit-reset', String(Math.ceil(allowance.reset)))
  if (!allowance.allowed) throw tooManyAtOnce(allowance.reset)
}

function tooManyAtOnce(retryAfter: number) {
  return failure('too_many', 'Too many calls at once, wait a moment', { retryAfter })
}

function refuseSpent(budget: DailyBudget, { companyId }: Actor, operation: Operation<never>, call: Call) {
  const { headers, receivedAt } = call
  const standing = budget.spend(companyId, operation.cost, receivedAt)
  if (!standing) return
  headers.set('x-daily-ratelimit-token-limit', String(standing.limit))
  headers.set('x-daily-ratelimit-token-remaining', String(standing.remaining))
  if (operation.method === 'POST' || operation.method === 'PUT')
    headers.set('x-daily-requests-left', String(Math.floor(standing.remaining / operation.cost)))
  if (!standing.allowed)
    throw failure('too_many', `The ${standing.limit} tokens of today are used up; there are new ones at midnight UTC`, {
      retryAfter: standing.reset,
    })
}

/** One limiter for each size of burst, made when the first caller with such a plan comes. */
function limitersBySize(): (limit: number) => Limiter {
  const limiters = new Map<number, Limiter>()
  return limit => {
    const known = limiters.get(limit) ?? rollingLimiter({ limit, windowMs: BURST_WINDOW_MS })
    limiters.set(limit, known)
    return known
  }
}
