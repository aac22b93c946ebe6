import type { House } from '../api/context.ts'
import { KNOWN_DAYS } from '../api/knownClients.ts'
import { unlistOlderThan, warnOlderThan } from '../dashboard/unlistOlderThan.ts'
import { daysBefore } from '../days.ts'
import { readSettings } from '../settings/settings.ts'

/** Once a day: old listings are warned about and unlisted, and what nobody needs any more is forgotten. */
export function keepHouse(house: House) {
  return async (): Promise<void> => {
    const now = house.now()
    const daysAgo = (days: number) => daysBefore(now, days)
    const { autoUnlist, unlistDays, warnDays } = await house.database.read(readSettings)
    await house.database.write(async sql => {
      if (!autoUnlist) return
      await unlistOlderThan(sql, unlistDays, now, warnDays > 0 ? { warnedBefore: daysAgo(warnDays) } : {})
      if (warnDays > 0) await warnOlderThan(sql, unlistDays - warnDays, warnDays, now)
    })
    await house.database.write(async sql => {
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
