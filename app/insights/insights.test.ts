import { readFile } from 'node:fs/promises'
import { aDeal, anActivity } from '@portico/crm/testing/builders'
import type { TestUser } from '@portico/crm/testing/startTestCrm'
import { takeRights } from '@portico/crm/testing/takeRights'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

const THIS_MONTH = new Date().toISOString().slice(0, 7)

/** A company in which something was won, lost, added and done, in two currencies and one that nobody knows. */
async function aBusyCompany() {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  await user.call('PUT', '/v1/currencies/rates', { rates: { EUR: 2 } })
  await aDeal(user, { title: 'Big fish', value: 1200, status: 'won' })
  await aDeal(user, { title: 'Small fry', value: 150, currency: 'EUR', status: 'won' })
  await aDeal(user, { title: 'Gold', value: 3, currency: 'XAU', status: 'won', owner_id: colleague.userId })
  await aDeal(user, { title: 'Gone', value: 70, status: 'lost', lost_reason: '=Too "dear"' })
  await aDeal(user, { title: 'Coming', value: 900, probability: 50, expected_close_date: `${THIS_MONTH}-28` })
  await anActivity(user, { subject: 'Call', type: 'call', done: true })
  return { user, colleague }
}

const chart = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function aGoal(user: TestUser) {
  const body = {
    title: 'Win ten',
    type: { name: 'deals_won' },
    assignee: { type: 'person', id: user.userId },
    interval: 'yearly',
    duration: { start: `${THIS_MONTH.slice(0, 4)}-01-01` },
    expected_outcome: { target: 10, tracking_metric: 'quantity' },
  }
  expect((await user.call('POST', '/v1/goals', body)).status).toBe(200)
}

describe.skipIf(!browserPath)('insights in a real browser', () => {
  test('charts tell what was sold; a bar leads to its deals; tables, files; axe finds nothing', async () => {
    const { user } = await aBusyCompany()
    await aGoal(user)
    const page = await open(user, '/app/insights', { locale: 'en-US' })
    const won = chart(page, 'Won deals')
    await won.getByText('3 deals · $1,500').waitFor()
    await won.getByText('Without 1 deal (3 XAU): no exchange rate is known.').waitFor()
    await chart(page, 'Conversion').getByText('60 % won').waitFor()
    await chart(page, 'Goals').getByText('2 of 10').waitFor()
    await page.setViewportSize({ width: 1280, height: 4000 })
    await chart(page, 'Activities by person').getByText('1 done').waitFor()
    await inspect(page, 'insights')
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    await page.setViewportSize({ width: 1280, height: 850 })

    await won.getByRole('button', { name: 'Won deals as a table' }).click()
    const year = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const month = year.format(new Date(`${THIS_MONTH}-01T00:00:00Z`))
    await won.getByRole('row', { name: `${month} 3 $1,500` }).waitFor()
    expect(new URL(page.url()).searchParams.get('tables')).toBe('deals-won')
    const saved = page.waitForEvent('download')
    await chart(page, 'Lost reasons').getByRole('button', { name: 'More about Lost reasons' }).click()
    await page.getByRole('menuitemradio', { name: 'Download as CSV' }).click()
    const file = await (await saved).path()
    expect(await readFile(file, 'utf8')).toBe('\ufeffReason,Deals,Value (USD)\r\n"\'=Too ""dear""",1,70\r\n')

    await won.getByRole('button', { name: 'Won deals as a table' }).click()
    await won.getByRole('link', { name: `${month}: Deals 3, Value $1,500` }).click()
    await page.getByText('Big fish').waitFor()
    await page.getByText('Small fry').waitFor()
    expect(await page.getByText('Coming').count()).toBe(0)
    await page.goBack()
    await won.waitFor()
  })

  test('charts are arranged by keys, kept, and shared by the address; changes of others are counted at once', async () => {
    const { user, colleague } = await aBusyCompany()
    const page = await open(user, '/app/insights', { locale: 'en-US' })
    const titles = (of: Page) => of.locator('[data-chart] h2').allTextContents()
    await chart(page, 'Won deals').getByText('3 deals').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press(']')
    await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual(['Forecast', 'Won deals'])
    await page.keyboard.press('h')
    await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual(['Forecast', 'Goals'])
    await page.keyboard.press('v')
    await page.getByLabel('Whose figures').selectOption({ value: String(colleague.userId) })
    const address = page.url()
    const kept = async () => (await user.call('GET', '/app/api/views')).body.data.insights?.charts.slice(0, 2)
    await expect.poll(kept).toEqual(['forecast', 'goals'])

    await page.goto('/app/insights')
    await expect.poll(async () => (await titles(page))[0]).toBe('Forecast')
    const other = await open(colleague, address.slice(crm.origin.length), { locale: 'en-US' })
    await expect.poll(async () => (await titles(other)).slice(0, 2)).toEqual(['Forecast', 'Goals'])
    expect(await other.getByLabel('Whose figures').inputValue()).toBe(String(colleague.userId))
    await chart(other, 'Won by person')
      .getByText(/^1 deal /)
      .waitFor()
    await aDeal(user, { title: 'Theirs', value: 40, status: 'won', owner_id: colleague.userId })
    await chart(other, 'Won by person')
      .getByText(/^2 deals/)
      .waitFor()
  })

  test('a goal is set and taken back; an empty company is told how to begin; others’ figures are not offered without the right', async () => {
    const user = await crm.company()
    const page = await open(user, '/app/insights', { locale: 'en-US' })
    await page.getByRole('link', { name: 'Choose how to begin' }).waitFor()
    await aDeal(user, { title: 'First', value: 5 })
    const goals = chart(page, 'Goals')
    await goals.getByText('There are no goals for today.').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Measured by').selectOption('sum')
    await page.getByLabel('Target').fill('500')
    await page.keyboard.press('Enter')
    await goals.getByText('$0 of $500').waitFor()
    await goals.getByText('You · this month · behind pace', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await goals.getByText('There are no goals for today.').waitFor()

    const alone = await crm.colleague(user)
    await takeRights(crm, alone, 'can_see_company_wide_statistics', 'can_see_other_users_statistics')
    const own = await open(alone, '/app/insights', { locale: 'en-US' })
    await chart(own, 'Won deals').getByText('Nothing was won in these months').waitFor()
    expect(await own.getByLabel('Whose figures').locator('option').allTextContents()).toEqual(['Me'])
  })
})
