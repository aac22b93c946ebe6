import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Operation } from '@portico/kit/api/operation'
import { type Limiter, rollingLimiter } from '@portico/kit/http/limiter'
import type { Actor } from '../access/actor.ts'
import type { DailyBudget } from '../limits/dailyBudget.ts'
import { BURST_WINDOW_MS, PLANS, SEARCH_CALLS, SESSION_CALLS } from '../limits/plans.ts'

export type RateLimit = (actor: Actor, operation: Operation<never>, call: Call) => void

export const noRateLimit: RateLimit = () => {}

/**
 * Keeps one integration from taking the server away from the others: so many calls at once for each token, so many
 * tokens a day for each company. People in the web app spend none. Every answer tells where its caller stands.
 */
export function rateLimit(budget: DailyBudget): RateLimit {
  const limiterOf = limitersBySize()
  return (actor, operation, call) => {
    refuseBurst(limiterOf(callsAtOnce(actor, operation)), actor, call)
    if (actor.source === 'api') refuseSpent(budget, actor, operation, call)
  }
}

function callsAtOnce({ plan, credential, source }: Actor, { path }: Operation<never>): number {
  if (source === 'app') return SESSION_CALLS
  if (/search/i.test(path)) return SEARCH_CALLS
  return credential.startsWith('oauth:') ? PLANS[plan].oauth : PLANS[plan].apiToken
}

function refuseBurst(limiter: Limiter, { credential }: Actor, { headers, receivedAt }: Call) {
  const allowance = limiter.take(credential, receivedAt.getTime())
  headers.set('x-ratelimit-limit', String(allowance.limit))
  headers.set('x-ratelimit-remaining', String(allowance.remaining))
  headers.set('x-ratelimit-reset', String(Math.ceil(allowance.reset)))
  if (!allowance.allowed)
    throw failure('too_many', 'Too many calls at once, wait a moment', { retryAfter: allowance.reset })
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
