import { aDeal, anActivity } from '@portico/crm/testing/builders'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

describe.skipIf(!browserPath)('activities in a real browser', () => {
  test('one is done and the next planned by four keys and a few words', async () => {
    const user = crm.owner
    const deal = await aDeal(user, { title: 'Big fish' })
    await anActivity(user, { subject: 'Call them', deal_id: deal.id, due_date: '2026-01-01', owner_id: user.userId })
    await anActivity(user, { subject: 'Far away', deal_id: deal.id, due_date: '2036-01-01', owner_id: user.userId })
    const page = await open(user, '/app/activities', { timezoneId: 'Asia/Kathmandu' })
    await page.getByRole('region', { name: 'Overdue' }).getByText('Call them').waitFor()
    await page.getByRole('region', { name: 'Later' }).getByRole('link', { name: 'Big fish' }).waitFor()
    await inspect(page, 'activities')

    await page.keyboard.press('j')
    await page.keyboard.press(' ')
    await page.getByLabel('When').fill('soon')
    await page.keyboard.press('Enter')
    await page.getByText('Write a day').waitFor()
    await page.getByLabel('When').fill('tomorrow 10')
    await page.keyboard.press('Enter')

    await page.getByRole('region', { name: 'Tomorrow' }).getByText('Call them').waitFor()
    const list = (await user.call('GET', `/v2/activities?deal_id=${deal.id}&sort_by=id`)).body.data
    expect(list[0].done).toBe(true)
    // Ten o'clock in Kathmandu.
    expect(list[2]).toMatchObject({ subject: 'Call them', due_time: expect.stringMatching(/^04:15/), done: false })
  })
})
