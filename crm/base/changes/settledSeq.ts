import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@portico/kit/database/database'
import { sharedLooks } from '@portico/kit/database/sharedLooks'
import { type Known, learn, NOTHING_KNOWN } from './settledRules.ts'
import { lookAtLog } from './settledSeqStore.ts'

/** How far the change log can be read without missing what commits late; why that is so: `settledRules.ts`. */
export interface SettledLog {
  /**
   * The largest number up to which the log is complete, for ever. Whatever was committed before the call lies within it,
   * unless a transaction that writes to the log stays open: then it waits a little for that one, and at the end answers
   * what was settled before, 0 when this process does not know of any. Not to be called within a transaction.
   */
  settledSeq(options?: { waitMs?: number }): Promise<number>
}

/** Longer than ordinary writes take. */
const WAIT_MS = 300
const LOOK_AGAIN_MS = 10

/** One for each process: callers at the same time share looks, and what earlier ones have shown is remembered. */
export function openSettledLog(database: Database): SettledLog {
  let known: Known = NOTHING_KNOWN
  const lookNow = sharedLooks(async () => {
    const seen = await lookAtLog(database)
    known = learn(known, seen)
    return seen.drawn
  })

  return {
    async settledSeq({ waitMs = WAIT_MS } = {}) {
      const until = performance.now() + waitMs
      const drawn = await lookNow()
      while (known.settled < drawn && performance.now() < until) {
        await sleep(LOOK_AGAIN_MS)
        await lookNow()
      }
      return known.settled
    },
  }
}
