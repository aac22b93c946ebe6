import { aDeal, anActivity, aPerson } from '@portico/crm/testing/builders'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const stored = async (user: TestUser, id: number) => (await user.call('GET', `/v2/activities/${id}`)).body.data
const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

/** A Wednesday on which the clocks of nobody change. */
const DAY = '2026-11-18'

describe.skipIf(!browserPath)('activities in a real browser', () => {
  test('one is done and the next planned by four keys and a few words', async () => {
    const user = await crm.company()
    const deal = await aDeal(user, { title: 'Big fish' })
    await anActivity(user, { subject: 'Call them', deal_id: deal.id, due_date: '2026-01-01', owner_id: user.userId })
    await anActivity(user, { subject: 'Far away', deal_id: deal.id, due_date: '2036-01-01', owner_id: user.userId })
    const page = await open(user, '/app/activities', { timezoneId: 'Asia/Kathmandu' })
    await region(page, 'Overdue').getByText('Call them').waitFor()
    await region(page, 'Later').getByRole('link', { name: 'Big fish' }).waitFor()
    await inspect(page, 'activities')

    await page.keyboard.press('j')
    await page.keyboard.press(' ')
    await page.getByLabel('When').fill('soon')
    await page.keyboard.press('Enter')
    await page.getByText('Write a day').waitFor()
    await page.getByLabel('When').fill('tomorrow 10')
    await page.keyboard.press('Enter')

    await region(page, 'Tomorrow').getByText('Call them').waitFor()
    const list = (await user.call('GET', `/v2/activities?deal_id=${deal.id}&sort_by=id`)).body.data
    expect(list[0].done).toBe(true)
    // Ten o'clock in Kathmandu.
    expect(list[2]).toMatchObject({ subject: 'Call them', due_time: expect.stringMatching(/^04:15/), done: false })
  })

  test('a deal without a next step gets one; an activity is added by N, found by its type, and undone', async () => {
    const user = await crm.company()
    const deal = await aDeal(user, { title: 'Forgotten fish', value: 900 })
    await aPerson(user, { name: 'Paula Found' })
    const page = await open(user, '/app/activities')
    const forgotten = region(page, 'Deals without a next step')
    await forgotten.getByRole('link', { name: 'Forgotten fish' }).waitFor()

    await page.getByRole('button', { name: 'Plan a next step for Forgotten fish' }).click()
    await page.getByLabel('When').fill('in 40 days')
    await page.getByLabel('What', { exact: true }).fill('Ask again')
    await page.keyboard.press('Enter')
    await region(page, 'Later').getByText('Ask again').waitFor()
    await forgotten.waitFor({ state: 'detached' })
    expect((await user.call('GET', `/v2/activities?deal_id=${deal.id}`)).body.data).toHaveLength(1)

    await gone(page)
    await page.keyboard.press('n')
    await page.getByLabel('What', { exact: true }).fill('Lunch with Paula')
    await page.getByLabel('Day', { exact: true }).fill('today')
    await page.getByLabel('Time', { exact: true }).fill('23:50')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Type' }).selectOption('lunch')
    await page.getByRole('combobox', { name: 'Deal, person or organization' }).fill('Paula')
    await page.getByRole('option', { name: 'Paula Found' }).click()
    await page.getByRole('button', { name: 'Plan it' }).click()
    await region(page, 'Today').getByText('Lunch with Paula').waitFor()
    await region(page, 'Today').getByRole('link', { name: 'Paula Found' }).waitFor()

    await gone(page)
    await page.getByLabel('Type', { exact: true }).selectOption('lunch')
    await region(page, 'Later').waitFor({ state: 'detached' })
    expect(page.url()).toContain('type=lunch')
    await page.keyboard.press('Control+z')
    await region(page, 'Today').waitFor({ state: 'detached' })
  })

  test('the calendar: moved and stretched by mouse, added by a click, by keys to other days and views', async () => {
    const user = await crm.company()
    const { id } = await anActivity(user, { subject: 'Demo', due_date: DAY, due_time: '13:00', duration: '01:00' })
    const whole = await anActivity(user, { subject: 'Whole day', due_date: DAY })
    await anActivity(user, { subject: 'Beside it', due_date: DAY, due_time: '13:30', duration: '01:00', done: true })
    // 13:00 in UTC is 14:00 in Berlin.
    const page = await open(user, `/app/activities/calendar?view=week&day=${DAY}`, { timezoneId: 'Europe/Berlin' })
    const demo = page.getByRole('button', { name: '14:00 Demo' })
    await demo.waitFor()
    await inspect(page, 'calendar')
    await page.setViewportSize({ width: 1280, height: 850 })
    const boxes = [await demo.boundingBox(), await page.getByRole('button', { name: 'Beside it' }).boundingBox()]
    expect(boxes[0]?.x).not.toBe(boxes[1]?.x)

    // Away from the edges, where dragging scrolls.
    await page.locator('.calendar-scroll').evaluate(element => element.scrollTo(0, 9 * 48))
    await drag(page, demo, { to: page.locator('.calendar-day[data-day="2026-11-19"]'), down: -48 })
    await page.getByRole('button', { name: '13:00 Demo' }).waitFor()
    await expect.poll(async () => stored(user, id)).toMatchObject({ due_date: '2026-11-19', due_time: '12:00:00' })
    await drag(page, page.locator(`[data-entry="${id}"] .calendar-edge`), { down: 48 })
    await expect.poll(async () => (await stored(user, id)).duration).toBe('02:00:00')
    await page.getByText('“Demo” takes 2:00').waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await stored(user, id)).duration).toBe('01:00:00')

    await drag(page, page.getByRole('button', { name: 'All day Whole day' }), {
      to: page.locator('.calendar-day[data-day="2026-11-17"]'),
    })
    await expect.poll(async () => (await stored(user, whole.id)).due_time).not.toBeNull()
    expect((await stored(user, whole.id)).due_date).toBe('2026-11-17')

    await page.locator('.calendar-day[data-day="2026-11-16"]').click({ position: { x: 20, y: 9 * 48 + 5 } })
    await page.getByLabel('What', { exact: true }).fill('Clicked')
    await page.getByRole('button', { name: 'Plan it' }).click()
    await page.getByRole('button', { name: '09:00 Clicked' }).waitFor()

    await gone(page)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: '09:00 Clicked' }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('day=2026-11-25')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('3')
    await page.getByRole('heading', { name: 'November 2026' }).waitFor()
    await page.getByRole('button', { name: '09:00 Clicked' }).waitFor()
    await page.keyboard.press('1')
    await page.getByRole('heading', { name: 'Wednesday, November 18, 2026' }).waitFor()
    await page.keyboard.press('Home')
    await expect.poll(() => page.url()).not.toContain('day=')
  })

  test('in Auckland, on the day the clocks change, an activity is on its day, on a phone too', async () => {
    const user = await crm.company()
    // The clocks go back at 3 on 5 April 2026: 18:30 UTC on the day before is 06:30 in Auckland.
    const early = { subject: 'Early', due_date: '2026-04-04', due_time: '18:30', duration: '02:00', type: 'lunch' }
    const { id } = await anActivity(user, early)
    await user.call('PATCH', `/app/api/reminders/${id}`, { minutes_before: -1 })
    await anActivity(user, { subject: 'All of it', due_date: '2026-04-05' })
    const phone = await open(user, '/app/activities/calendar?day=2026-04-05', {
      timezoneId: 'Pacific/Auckland',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await phone.getByRole('button', { name: '06:30 Early' }).tap()
    await phone.getByLabel('Day', { exact: true }).fill('2026-04-05')
    await phone.getByLabel('Time', { exact: true }).fill('01:30')
    await phone.getByRole('button', { name: 'Save' }).tap()

    await phone.getByRole('button', { name: '01:30 Early' }).waitFor()
    await phone.getByRole('button', { name: 'All day All of it' }).waitFor()
    // Still summer time.
    expect(await stored(user, id)).toMatchObject({ due_date: '2026-04-04', due_time: '12:30:00' })
    // Nobody touched these.
    expect(await stored(user, id)).toMatchObject({ duration: '02:00:00', type: 'lunch' })
    const [reminder] = await crm.sql`select minutes_before from crm.reminder where activity_id = ${id}`
    expect(reminder).toEqual({ minutes_before: -1 })
  })

  test('a reminder is shown in one tab, put off there, and set in the settings with the calendar address', async () => {
    const user = await crm.company()
    const due = new Date(Date.now() + 14 * 60_000).toISOString()
    const time = { due_date: due.slice(0, 10), due_time: due.slice(11, 16) }
    const { id } = await anActivity(user, { subject: 'Ring the bell', ...time })
    await crm.sql`update crm.activity set add_time = now() - interval '1 day' where id = ${id}`
    const page = await open(user, '/app/activities?pane=reminders')
    const toast = page.locator('.toast', { hasText: 'Ring the bell' })
    await toast.waitFor()
    const other = await page.context().newPage()
    await other.goto('/app/activities')
    await region(other, 'Today').or(region(other, 'Tomorrow')).waitFor()
    expect(await other.locator('.toast').count()).toBe(0)

    await page.getByRole('checkbox', { name: 'By mail too' }).uncheck()
    await page.getByLabel('Remind me of activities').selectOption('30')
    const settings = async () => (await user.call('GET', '/app/api/reminder-settings')).body.data
    await expect.poll(settings).toEqual({ minutes_before: 30, by_mail: false })
    await page.getByRole('button', { name: 'Make an address' }).click()
    const address = await page.getByLabel('Copy it now').inputValue()
    expect(await (await fetch(address)).text()).toContain('SUMMARY:Ring the bell')
    await page.getByRole('button', { name: 'End it' }).click()
    await expect.poll(async () => (await fetch(address)).status).toBe(404)

    await page.getByRole('button', { name: 'Close' }).click()
    await gone(page)
    await toast.getByRole('button', { name: 'Later' }).click()
    await toast.waitFor({ state: 'detached' })
    await expect.poll(async () => (await user.call('GET', '/app/api/reminders')).body.data).toEqual([])
  })
})

/** Takes hold of something in its middle and lets it go `down` pixels lower, in another column if one is named. */
async function drag(page: Page, what: Locator, { to, down = 0 }: { to?: Locator; down?: number }): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const from = await what.boundingBox()
  if (!from) throw new Error('nothing to drag')
  const [x, y] = [from.x + from.width / 2, from.y + Math.min(from.height / 2, 10)]
  const column = await to?.boundingBox()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 4, y + 8, { steps: 3 })
  const far = column ? column.x + column.width / 2 : x
  await page.mouse.move(far, down || !to ? y + down : 500, { steps: 5 })
  await page.mouse.up()
}
