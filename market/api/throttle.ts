import { createHash } from 'node:crypto'
import type { Call } from '@portico/kit/api'
import type { Database } from '@portico/kit/database'
import { failure } from '@portico/kit/failure'
import { rollingLimiter } from '@portico/kit/limiter'
import type { Sql } from '@portico/kit/sql'
import type { PlaceOf } from './placeOf.ts'

/** Refuses with 429 what is tried too often from one place, or for one e-mail address. */
export interface Throttle {
  /** Counts a try, before it is known whether it is a good one. Must not be called inside a transaction. */
  guess(call: Call, what: Guess, about?: string): Promise<void>
  /** The try was a good one: what was mistyped before it no longer counts. */
  forgive(call: Call, what: Guess, about: string): Promise<void>
  traffic(call: Call, caller: string | undefined): void
}

const MINUTE = 60_000

/** How often: one address from one place, one address from everywhere, anything from one place. */
const GUESSES = {
  login: { about: 10, anywhere: 50, place: 100, windowMs: 15 * MINUTE },
  signup: { about: 5, anywhere: 20, place: 60, windowMs: 60 * MINUTE },
  mail: { about: 5, anywhere: 20, place: 60, windowMs: 60 * MINUTE },
  link: { about: 60, anywhere: 60, place: 60, windowMs: 15 * MINUTE },
} as const

export type Guess = keyof typeof GUESSES

const TRAFFIC = { limit: 300, windowMs: 10_000 }

/** Tries are counted in the database, so that a second process gives no second chance; traffic is counted here. */
export function openThrottle(database: Database, placeOf: PlaceOf): Throttle {
  const traffic = rollingLimiter(TRAFFIC)

  return {
    async guess(call, what, about) {
      const limits = limitsOf(what, placeOf(call), about)
      const { windowMs } = GUESSES[what]
      const counted = await database.statement(sql => count(sql, limits, windowMs, call.receivedAt))
      for (const { key, used, since } of counted) {
        const limit = limits.find(one => one.key === key)
        if (limit && used > limit.most) throw tooMany((since.getTime() + windowMs - call.receivedAt.getTime()) / 1000)
      }
    },
    async forgive(call, what, about) {
      const keys = limitsOf(what, placeOf(call), about)
        .filter(limit => limit.ofAddress)
        .map(limit => limit.key)
      await database.statement(sql => sql`delete from market.attempt where key = any(${keys})`)
    },
    traffic(call, caller) {
      const { allowed, reset } = traffic.take(caller ?? placeOf(call), call.receivedAt.getTime())
      if (!allowed) throw tooMany(reset)
    },
  }
}

export const noThrottle: Throttle = { async guess() {}, async forgive() {}, traffic() {} }

interface Limit {
  key: string
  most: number
  ofAddress: boolean
}

function limitsOf(what: Guess, place: string, about?: string): Limit[] {
  const { about: fromHere, anywhere, place: anything } = GUESSES[what]
  const all = [{ key: digestOf(what, 'place', place), most: anything, ofAddress: false }]
  if (about === undefined) return all
  const address = about.toLowerCase()
  return [
    ...all,
    { key: digestOf(what, 'about', place, address), most: fromHere, ofAddress: true },
    { key: digestOf(what, 'anywhere', address), most: anywhere, ofAddress: true },
  ]
}

function digestOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** One more for each key, or the first of a new window. In the order of the keys, so that nobody blocks anybody. */
function count(sql: Sql, limits: readonly Limit[], windowMs: number, now: Date) {
  const keys = limits.map(limit => limit.key).sort()
  const fresh = new Date(now.getTime() - windowMs)
  return sql<{ key: string; used: number; since: Date }[]>`
    insert into market.attempt as before (key, since, used)
    select key, ${now}, 1 from unnest(${keys}::text[]) with ordinality as each (key, at) order by at
    on conflict (key) do update set
      used = case when before.since <= ${fresh} then 1 else before.used + 1 end,
      since = case when before.since <= ${fresh} then ${now} else before.since end
    returning key, used, since`
}

function tooMany(retryAfter: number) {
  return failure('too_many', 'Too many attempts, wait a while and try again', { retryAfter })
}
