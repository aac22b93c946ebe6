import { aDeal, aPerson, made } from '@portico/crm/testing/builders'
import { browserPath, expectAccessible } from '@portico/kit/testing/browser'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/openApp.ts'

const { crm, open } = await openTestApp()

describe.skipIf(!browserPath)('every screen in a real browser', () => {
  test('fits into 320 pixels in forced colours, where axe finds nothing; no key of its own does anything while one types there', async () => {
    const user = await crm.company()
    const person = await aPerson(user, { name: 'Pia' })
    const deal = await aDeal(user, { title: 'Whale', person_id: person.id })
    const product = await made(user, '/v2/products', { name: 'Desk' })
    const page = await open(user, '/app', {
      viewport: { width: 320, height: 640 },
      forcedColors: 'active',
      reducedMotion: 'reduce',
    })
    await page.getByRole('navigation', { name: 'Portico' }).waitFor()
    const places = await page
      .locator('nav.navigation > a[href]')
      .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
    expect(places.length).toBeGreaterThan(10)
    const paths = [
      ...places,
      '/app/deals/forecast',
      '/app/deals/list',
      '/app/people/duplicates',
      '/app/import',
      '/app/activities/calendar?view=month',
      `/app/deals/${deal.id}`,
      `/app/people/${person.id}`,
      `/app/products/${product.id}`,
      '/app/settings/profile',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.locator('main :is(h1, h2, button):visible').first().waitFor()
      await page.locator('.loading').waitFor({ state: 'detached' })
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(320)
      // What is counted again is dimmed until then.
      await page.locator('[aria-busy]').first().waitFor({ state: 'detached' })
      await expectAccessible(page)

      const field = page.locator(
        'main :is(input:not([type]), input[type="text"], input[type="search"], textarea):visible',
      )
      if ((await field.count()) === 0) continue
      await field.first().focus()
      const { url, value } = await typed(page)
      expect(url, path).toBe(new URL(path, page.url()).href)
      expect(value, path).toContain('jkmxegds')
      expect(await page.getByRole('dialog').count(), path).toBe(0)
    }
  })
})

/** Types keys that mean something everywhere else. */
async function typed(page: Awaited<ReturnType<typeof open>>): Promise<{ url: string; value: string }> {
  const before = page.url()
  await page.keyboard.type('jkmxegds')
  const value = await page.evaluate(() => (document.activeElement as HTMLInputElement).value)
  return { url: page.url().startsWith(before) ? before : page.url(), value }
}
