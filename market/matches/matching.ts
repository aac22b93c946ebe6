import type { Fragment, Sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import type { MarketServices } from '../api/context.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { TELL_SEARCHERS } from '../savedSearches/tellSearchers.ts'
import { booksFor, holdBook, requestsFor } from './candidateStore.ts'
import { booksThatFit, requestsThatFit } from './fittingTitles.ts'
import { type PairOptions, storePairs } from './pairStore.ts'

export const MATCH = 'market:match'

/** So many people are notified together with the change itself; the job after it finds the others. */
const MOST_AT_ONCE = 20

/** A request finds at most this many of the books already there, the best ones; books posted later always count. */
const MOST_OF_A_REQUEST = 20

/** Of the books with the ISBN or the course of a request, so many of the newest are looked at. */
const MOST_OF_EACH = 200

/**
 * Compares a book that was posted, changed or put back on sale with the open requests. The best are notified at once,
 * the others by a job, which also drops pairs that no longer fit, and sees what was written at the same moment.
 */
export async function matchBook(sql: Sql, book: string, now: Date): Promise<void> {
  await keepPairs(sql, requestsFor(book, await requestsThatFit(sql, book)), { most: MOST_AT_ONCE, now })
  await addJob(sql, MATCH, { book }, { key: `${MATCH} ${book}` })
}

/** Compares a new request with the books on sale, in the same two steps. */
export async function matchRequest(sql: Sql, request: string, now: Date): Promise<void> {
  await compareRequest(sql, request, now)
  await addJob(sql, MATCH, { request }, { key: `${MATCH} ${request}` })
}

/** The job: compares once more, and has saved searches looked at. Safe to run twice, since a pair is told once. */
export function matchAll(services: MarketServices) {
  return ({ book, request }: { book?: string; request?: string }): Promise<void> =>
    services.database.write(async sql => {
      const now = services.now()
      if (book) {
        // Without it, what an edit and its own job have just stored would be dropped for a name that is gone.
        await holdBook(sql, book)
        await keepPairs(sql, requestsFor(book, await requestsThatFit(sql, book)), { onlyBook: book, now })
        await addJob(sql, TELL_SEARCHERS, { book }, { key: `${TELL_SEARCHERS} ${book}` })
      }
      if (request) await compareRequest(sql, request, now)
    })
}

/** No pair is dropped: a request never changes, and books posted in the meantime count however many there are. */
async function compareRequest(sql: Sql, request: string, now: Date): Promise<void> {
  const candidates = booksFor(request, await booksThatFit(sql, request), MOST_OF_EACH)
  await keepPairs(sql, candidates, { most: MOST_OF_A_REQUEST, now })
}

/**
 * Of two that store the same pair at once, the one whose row it is tells of it: the conflict in `storePairs` decides.
 * The key of the event would decide the same way; every notice has one, and nothing here relies on it.
 */
async function keepPairs(sql: Sql, candidates: Fragment, options: PairOptions): Promise<void> {
  const fresh = await storePairs(sql, candidates, options)
  const events = fresh.map(({ request, requester, requestName, book, ...facts }) =>
    marketEvent('matchFound', `${request} ${book}`, { account: requester }, { ...facts, book, request: requestName }),
  )
  await notify(sql, options.now, events)
}
