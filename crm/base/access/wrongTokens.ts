import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { ClientNetwork } from '@portico/kit/http/clientNetwork'
import { rollingLimiter } from '@portico/kit/http/limiter'
import { atMost } from '@portico/kit/jobs/atMost'

/** Keeps calls with wrong tokens from asking the database again and again. */
export interface WrongTokens {
  isWrong(digest: string): boolean
  /** Looks a token up, or refuses the client that has tried too many wrong ones. */
  lookUp<T>(call: Call, digest: string, find: () => Promise<T | undefined>): Promise<T | undefined>
  /** A token may have been made: what was wrong may be right now. */
  forgetAll(): void
}

/** How long a wrong token is remembered, should the notice of a new token be lost, and how many. */
const REMEMBERED_MS = 10_000
const MAX_REMEMBERED = 20_000

/** Wrong tokens that one client may have looked up, and look-ups of one client at once. */
const WRONG_LOOK_UPS = { limit: 100, windowMs: 10_000 }
const LOOK_UPS_AT_ONCE = 4

export function openWrongTokens(options: {
  clientOf: ClientNetwork
  limited: boolean
  now: () => number
}): WrongTokens {
  const { clientOf, limited, now } = options
  const wrong = new Map<string, number>()
  const limiter = rollingLimiter(WRONG_LOOK_UPS)
  const inTurn = inTurnForEach(LOOK_UPS_AT_ONCE)
  // Counts notices, so that what was looked up before one is not remembered after it.
  let notices = 0

  function remember(digest: string) {
    if (wrong.size >= MAX_REMEMBERED) wrong.clear()
    wrong.set(digest, now() + REMEMBERED_MS)
  }

  function isWrong(digest: string): boolean {
    return (wrong.get(digest) ?? 0) > now()
  }

  function refuseWhoTriesTooMany(client: string) {
    if (!limited) return
    const { remaining, reset } = limiter.take(client, now(), 0)
    if (remaining < 1)
      throw failure('too_many', 'Too many calls with wrong API tokens, wait a moment', { retryAfter: reset })
  }

  return {
    isWrong,
    async lookUp(call, digest, find) {
      const client = clientOf(call)
      refuseWhoTriesTooMany(client)
      return inTurn(client, async () => {
        if (isWrong(digest)) return undefined
        refuseWhoTriesTooMany(client)
        const before = notices
        const found = await find()
        if (found !== undefined) return found
        limiter.take(client, now())
        if (notices === before) remember(digest)
        return undefined
      })
    },
    forgetAll() {
      notices++
      wrong.clear()
    },
  }
}

/** For each key so many at once; a key is known only while somebody works or waits under it. */
function inTurnForEach(running: number) {
  const lines = new Map<string, { inTurn: ReturnType<typeof atMost>; users: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { inTurn: atMost(running), users: 0 }
    lines.set(key, line)
    line.users++
    try {
      return await line.inTurn(work)
    } finally {
      if (--line.users === 0) lines.delete(key)
    }
  }
}
