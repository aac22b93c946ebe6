import type { MarketServices } from '../api/context.ts'
import { removeDraftsBefore } from '../books/draftStore.ts'
import { dropPictures } from '../books/pictures.ts'
import { unlistOlderThan, warnOlderThan } from '../dashboard/unlistOlderThan.ts'
import { daysBefore } from '../days.ts'
import { readSettings } from '../settings/store.ts'
import { removeExpired } from './store.ts'

/** So many drafts of pictures are deleted in a night. */
const MOST_DRAFTS = 10_000

/** The daily job: warns owners of old listings, unlists them, and deletes rows that are no longer needed. */
export function runDailyUpkeep(services: MarketServices) {
  return async (): Promise<void> => {
    const now = services.now()
    const { autoUnlist, unlistDays, warnDays } = await services.database.read(readSettings)
    await services.database.write(async sql => {
      if (!autoUnlist) return
      await unlistOlderThan(sql, unlistDays, now, warnDays > 0 ? { warnedBefore: daysBefore(now, warnDays) } : {})
      if (warnDays > 0) await warnOlderThan(sql, unlistDays - warnDays, warnDays, now)
    })
    await services.database.write(async sql => {
      await removeExpired(sql, now)
      await dropPictures(sql, await removeDraftsBefore(sql, daysBefore(now, 1), MOST_DRAFTS))
    })
  }
}
