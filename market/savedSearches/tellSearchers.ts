import { addJob } from '@portico/kit/jobs/jobs'
import type { MarketServices } from '../api/context.ts'
import { daysBefore } from '../days.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { keysOf } from './anchors.ts'
import { findListedText, findMet, listSearchesWith, storeFound } from './foundStore.ts'

export const TELL_SEARCHERS = 'market:tell-searchers'

/** So many saved searches one job looks at; it leaves the others to a next one. */
const MOST_AT_ONCE = 100

/**
 * The job after a book was listed or changed: tells those whose saved searches find it. Safe to run twice, since what a
 * search has found is stored.
 */
export function tellSearchers(services: MarketServices, most = MOST_AT_ONCE) {
  return ({ book, after = '' }: { book: string; after?: string }): Promise<void> =>
    services.database.write(async sql => {
      const now = services.now()
      const listed = await findListedText(sql, book)
      if (!listed) return
      const searches = await listSearchesWith(sql, keysOf(listed), after, most)
      const met = await findMet(sql, book, searches)
      const fresh = new Set(
        met.length > 0 ? await storeFound(sql, listed, met, { now, toldBefore: daysBefore(now, 1) }) : [],
      )
      // The key is that of the listing: several searches of one person make one notice.
      const events = searches
        .filter(({ id }) => fresh.has(id))
        .map(({ ownerId, name }) =>
          marketEvent(
            'bookFound',
            `${book} ${listed.listing}`,
            { account: ownerId },
            { book, name: listed.name, search: name },
          ),
        )
      await notify(sql, now, events)
      const last = searches.at(-1)
      if (last && searches.length === most)
        await addJob(sql, TELL_SEARCHERS, { book, after: last.id }, { key: `${TELL_SEARCHERS} ${book} ${last.id}` })
    })
}
