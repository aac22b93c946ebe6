import type { Sql } from '@portico/kit/database/sql'
import type { Settings } from './settings.ts'

export async function readSettings(sql: Sql): Promise<Settings> {
  const [settings] = await sql<Settings[]>`
    select fee_bp as "feeBp", price_cap_cents as "priceCapCents", unlist_days as "unlistDays", warn_days as "warnDays",
           auto_unlist as "autoUnlist", drop_off_days as "dropOffDays", course_pattern as "coursePattern",
           any_edu as "anyEdu", universities, staff_address as "staffAddress"
    from market.setting`
  if (!settings) throw new Error('the settings of the marketplace are missing')
  return settings
}

/** The settings, locked until the end of the transaction. */
export async function lockSettings(sql: Sql): Promise<Settings> {
  await sql`select from market.setting for update`
  return readSettings(sql)
}

export async function writeSettings(sql: Sql, settings: Settings): Promise<void> {
  await sql`
    update market.setting set fee_bp = ${settings.feeBp}, price_cap_cents = ${settings.priceCapCents},
      unlist_days = ${settings.unlistDays}, warn_days = ${settings.warnDays}, auto_unlist = ${settings.autoUnlist},
      drop_off_days = ${settings.dropOffDays}, course_pattern = ${settings.coursePattern}, any_edu = ${settings.anyEdu},
      universities = ${JSON.stringify(settings.universities)}::text::jsonb, staff_address = ${settings.staffAddress}`
}
