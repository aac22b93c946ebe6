import { aDeal } from '@portico/crm/testing/builders'
import { browserPath } from '@portico/kit/testing/browser'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

/** The board with the focus on its one card, and why it was lost being asked for. */
async function askingWhy() {
  const user = await crm.company()
  await aDeal(user, { title: 'Big fish' })
  const page = await open(user, '/app/deals')
  await page.getByRole('link', { name: 'Big fish' }).focus()
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Why was “Big fish” lost?' })
  await dialog.waitFor()
  return { page, dialog }
}

const focused = (page: Page) =>
  page.evaluate(() => ({
    name: document.activeElement?.textContent?.slice(0, 8),
    isInside: document.activeElement?.closest('dialog') !== null,
  }))

describe.skipIf(!browserPath)('what lies over the page', () => {
  test('keeps the focus, whichever way one goes through it', async () => {
    const { page } = await askingWhy()
    for (const key of ['Tab', 'Shift+Tab'])
      for (let times = 0; times < 8; times++) {
        await page.keyboard.press(key)
        expect((await focused(page)).isInside).toBe(true)
      }
  })

  test('has the focus again where it was when the page gives it to something of its own', async () => {
    const { page, dialog } = await askingWhy()
    const last = dialog.getByRole('button').last()
    await last.focus()
    await page.getByRole('link', { name: 'Big fish' }).evaluate(link => link.focus())
    expect(await last.evaluate(button => button === document.activeElement)).toBe(true)
  })

  test('keeps the keys from the page, also when nothing in it has the focus', async () => {
    const { page, dialog } = await askingWhy()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('x')
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await page.locator('[data-selected=true]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await focused(page)).name).toBe('Big fish')
  })

  test('is left by a press beside it and not by one in it', async () => {
    const { page, dialog } = await askingWhy()
    await dialog.getByRole('heading').click()
    await dialog.waitFor()
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'detached' })
    expect((await focused(page)).name).toBe('Big fish')
  })

  test('of two, Escape leaves the one on top', async () => {
    const { page, dialog } = await askingWhy()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' })
    await dialog.waitFor()
    expect((await focused(page)).isInside).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})
