import type { Call } from '@portico/kit/api'
import { failure } from '@portico/kit/failure'
import { type Limiter, rollingLimiter } from '@portico/kit/limiter'

/** Refuses with 429 what is tried too often from one place, or for one e-mail address. */
export interface Throttle {
  guess(call: Call, what: Guess, about: string): void
  traffic(call: Call, caller: string | undefined): void
}

const MINUTE = 60_000

/** How often one address may be tried from one place, and how often one place may try at all. */
const GUESSES = {
  login: { about: 10, place: 100, windowMs: 15 * MINUTE },
  signup: { about: 5, place: 60, windowMs: 60 * MINUTE },
  mail: { about: 5, place: 60, windowMs: 60 * MINUTE },
  link: { about: 60, place: 60, windowMs: 15 * MINUTE },
} as const

export type Guess = keyof typeof GUESSES

const TRAFFIC = { limit: 300, windowMs: 10_000 }

export function openThrottle(): Throttle {
  const about = eachGuess(rule => rollingLimiter({ limit: rule.about, windowMs: rule.windowMs }))
  const place = eachGuess(rule => rollingLimiter({ limit: rule.place, windowMs: rule.windowMs }))
  const traffic = rollingLimiter(TRAFFIC)

  return {
    guess(call, what, tried) {
      take(place[what], call.remoteAddress, call)
      take(about[what], `${call.remoteAddress} ${tried.toLowerCase()}`, call)
    },
    traffic: (call, caller) => take(traffic, caller ?? call.remoteAddress, call),
  }
}

export const noThrottle: Throttle = { guess() {}, traffic() {} }

function take(limiter: Limiter, key: string, call: Call) {
  const { allowed, reset } = limiter.take(key, call.receivedAt.getTime())
  if (!allowed) throw failure('too_many', 'Too many attempts, wait a while and try again', { retryAfter: reset })
}

function eachGuess(make: (rule: (typeof GUESSES)[Guess]) => Limiter): Record<Guess, Limiter> {
  const { login, signup, mail, link } = GUESSES
  return { login: make(login), signup: make(signup), mail: make(mail), link: make(link) }
}
