import { aDeal } from '@portico/crm/testing/builders'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

describe.skipIf(!browserPath)('the first run in a real browser', () => {
  test('an empty company is greeted; sample data comes and goes by one press each, what one added stays', async () => {
    const user = await crm.company()
    const page = await open(user, '/app')
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await inspect(page, 'welcome')
    await page.getByRole('button', { name: 'Add sample data' }).click()
    await page.getByRole('link', { name: 'Lobby Lisbon' }).waitFor()
    await page.getByText('You see sample data').waitFor()
    await inspect(page, 'samples')
    await aDeal(user, { title: 'My own' })
    await page.getByRole('link', { name: 'My own' }).waitFor()

    await page.getByRole('button', { name: 'Remove sample data' }).click()

    await page.getByText('You see sample data').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Lobby Lisbon' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'My own' }).waitFor()
  })

  test('or begins with a first deal; those who are no admins are offered no samples; no screen is empty', async () => {
    const owner = await crm.company()
    const colleague = await crm.colleague(owner)
    const page = await open(colleague, '/app')
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add sample data' }).count()).toBe(0)
    for (const [path, words] of [
      ['/app/leads', 'No leads wait for you'],
      ['/app/activities', 'Nothing is planned'],
      ['/app/deals', 'No open deals here'],
    ] as const) {
      await page.goto(path)
      await page.getByText(words).waitFor()
    }
    await page.goto('/app')
    await page.getByRole('link', { name: 'Add a deal' }).click()
    await page.getByLabel('Title').fill('The first')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'The first' }).waitFor()
  })
})
