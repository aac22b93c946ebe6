import type { MarketServices } from '../api/context.ts'
import { KNOWN_DAYS } from '../api/knownClients.ts'
import { unlistOlderThan, warnOlderThan } from '../dashboard/unlistOlderThan.ts'
import { daysBefore } from '../days.ts'
import { readSettings } from '../settings/settings.ts'

/** The daily job: warns owners of old listings, unlists them, and deletes rows that are no longer needed. */
export function runDailyUpkeep(services: MarketServices) {
  return async (): Promise<void> => {
    const now = services.now()
    const daysAgo = (days: number) => daysBefore(now, days)
    const { autoUnlist, unlistDays, warnDays } = await services.database.read(readSettings)
    await services.database.write(async sql => {
      if (!autoUnlist) return
      await unlistOlderThan(sql, unlistDays, now, warnDays > 0 ? { warnedBefore: daysAgo(warnDays) } : {})
      if (warnDays > 0) await warnOlderThan(sql, unlistDays - warnDays, warnDays, now)
    })
    await services.database.write(async sql => {
      await sql`delete from market.signup where expires_at < ${now}`
      await sql`delete from market.attempt where since < ${daysAgo(2)}`
      await sql`delete from market.known_client where seen_at < ${daysAgo(KNOWN_DAYS)}`
      await sql`delete from market.ended_session where ends_at < ${now}`
      await sql`delete from market.password_reset where expires_at < ${now}`
      await sql`delete from market.idempotency where created_at < ${daysAgo(7)}`
      await sql`delete from market.mail where sent_at is not null and created_at < ${daysAgo(90)} and kind <> 'matchFound'`
      await sql`delete from market.notice where at < ${daysAgo(365)}`
    })
  }
}
