import type { Browser, Page } from 'playwright-core'
import type { BenchServer } from './benchServer.ts'
import { mainThreadDuring } from './mainThread.ts'

const ENTRIES = 300

/** The longest task in ms of processor time when a key shows a week that is full. */
export async function drawFullWeek({ sql, origin }: BenchServer, page: Page, browser: Browser): Promise<number> {
  await sql`
    insert into crm.activity (company_id, subject, type, owner_id, creator_id, due_date, due_time, duration)
    select u.company_id, 'Entry ' || n, 'call', u.id, u.id, date_trunc('week', now())::date + n % 7,
      make_time(7 + n % 11, n * 5 % 60, 0), interval '30 minutes'
    from crm.app_user u, generate_series(1, ${ENTRIES}) n`
  await page.goto(`${origin}/app/activities/calendar?view=day`)
  await page.locator('[data-entry]').first().waitFor()
  await page.waitForTimeout(1_000)
  const { longestTask } = await mainThreadDuring(browser, async () => {
    await page.keyboard.press('2')
    await page
      .locator('[data-entry]')
      .nth(ENTRIES - 1)
      .waitFor({ state: 'attached' })
    await page.waitForTimeout(500)
  })
  return longestTask
}
