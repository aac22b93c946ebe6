import type { Call } from '../../api/api.ts'
import { failure } from '../../api/failure.ts'
import type { Database } from '../../database/database.ts'
import { countAttempt, findAttempts } from './attemptStore.ts'
import type { ClientsOf } from './clients.ts'
import { attemptKey, type Limit } from './throttle.ts'

/**
 * Holds back whoever sends wrong secrets, codes and tokens that are too long to be guessed: one network for one holder,
 * and one network for all. Only what was wrong is counted, so that whoever is right never waits, however many calls come
 * at once; a few more than the limit get through when they come at the same moment.
 */
export interface WrongTries {
  /** 429 when there were too many. Not inside a transaction. */
  refuseTooMany(call: Call, holder: string): Promise<void>
  countWrong(call: Call, holder: string): Promise<void>
}

export interface WrongTriesOptions {
  database: Database
  /** Its schema holds the table `attempt`. */
  product: string
  clientsOf: ClientsOf
  /** What is tried, apart from everything else that is counted. */
  kind: string
  ofHolder: Limit
  ofNetwork: Limit
}

/** Counted in the database, so that a second process gives no second chance. */
export function openWrongTries(options: WrongTriesOptions): WrongTries {
  const { database, product, clientsOf, kind, ofHolder, ofNetwork } = options
  const boundsOf = (call: Call, holder: string) => {
    const { network } = clientsOf(call)
    return [
      { key: attemptKey(kind, 'own', network, holder), ...ofHolder },
      { key: attemptKey(kind, 'network', network), ...ofNetwork },
    ]
  }
  return {
    async refuseTooMany(call, holder) {
      const bounds = boundsOf(call, holder)
      const keys = bounds.map(({ key }) => key)
      const counted = await database.read(sql => findAttempts(sql, product, keys))
      for (const { key, most, windowMs } of bounds) {
        const { used, since } = counted.find(attempts => attempts.key === key) ?? NONE
        const retryAfter = (since.getTime() + windowMs - call.receivedAt.getTime()) / 1000
        if (used >= most && retryAfter > 0)
          throw failure('too_many', 'Too many wrong tries, wait a moment', { retryAfter })
      }
    },
    async countWrong(call, holder) {
      for (const { key, windowMs } of boundsOf(call, holder))
        await database.statement(sql => countAttempt(sql, product, { key, windowMs }, call.receivedAt))
    },
  }
}

const NONE = { used: 0, since: new Date(0) }

export const noWrongTries: WrongTries = { async refuseTooMany() {}, async countWrong() {} }
