import { browserPath } from '@portico/kit/testing/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from '../testing/books.ts'
import { type BrowserMarket, openBrowserMarket } from '../testing/openBrowserMarket.ts'
import type { TestMarket } from '../testing/openTestMarket.ts'
import { until } from '../testing/until.ts'

const PHONE = { width: 390, height: 800 }

describe.skipIf(!browserPath)('with the keyboard alone', () => {
  let opened: BrowserMarket
  let market: TestMarket
  let browser: Browser
  let origin: string
  let page: Page

  beforeAll(async () => {
    opened = await openBrowserMarket()
    ;({ market, browser, origin } = opened)
    const ben = await market.member({ firstName: 'Ben' })
    const context = await browser.newContext()
    await context.addCookies([{ name: 'market_session', value: ben.token, url: `${origin}/market` }])
    page = await context.newPage()
  })
  afterAll(() => opened?.close())

  async function open(path: string, viewport = PHONE): Promise<void> {
    await page.setViewportSize(viewport)
    await page.goto(`${origin}/market${path}`)
  }

  test('on a phone nothing has the focus unseen', async () => {
    await open('/sell')

    const hidden: string[] = []
    let stops = 0
    for (let found = await step(page); found && stops < 60; found = await step(page), stops++)
      if (found.under) hidden.push(`${found.name} under ${found.under}`)

    expect(hidden).toEqual([])
    expect(stops).toBeGreaterThan(10)
  })

  test('on a phone the head is walked through as it is seen', async ({ skip }) => {
    await open('/help')
    const isKnown = await page.evaluate('CSS.supports("reading-flow", "flex-visual")')
    skip(!isKnown, 'this browser does not know reading-flow')

    const names: string[] = []
    for (let at = 0; at < 5; at++) names.push((await step(page))?.name ?? '')

    expect(names).toEqual(['Skip to content', 'Book market', 'Account of Ben', 'q', 'Search'])
  })

  test('a menu closes when the focus leaves it, and by Escape', async () => {
    await open('/help')
    const menu = page.locator('details.menu')
    const isOpen = async () => (await menu.getAttribute('open')) !== null
    await menu.locator('summary').focus()

    await page.keyboard.press('Enter')
    const opened = await isOpen()
    await page.keyboard.press('Escape')
    const escaped = await isOpen()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')

    expect([opened, escaped, await isOpen()]).toEqual([true, false, false])
  })

  test('a form that is refused has the focus where something is wrong', async () => {
    await open('/sell')
    await page.fill('#f-name', 'A fine book')
    await page.fill('#f-course', 'ABC 123')
    await page.fill('#f-price', '100000')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#e-price')

    expect(await page.evaluate('document.activeElement.id')).toBe('f-price')
  })

  test('a long list loads five times by itself, then its link waits, and what it brings has the focus', async () => {
    const first = await post(market, await market.member())
    await market.sql`
      insert into market.book (owner_id, name, edition, course, course_key, price_cents, condition, posted_at, listed_at)
      select owner_id, 'Copy ' || n, 1, 'ABC 1', 'ABC1', 100, 'Good', now(), now() - n * interval '1 second'
      from market.book, generate_series(1, 150) n where id = ${first}`
    await open('', { width: 1280, height: 800 })
    const [cards, link] = [page.locator('#cards > li'), page.locator('[data-more]')]

    await link.focus()
    await until(async () => (await page.evaluate('document.activeElement.className')) === 'card-link')
    await until(async () => {
      await link.focus()
      return (await cards.count()) === 6 * 24
    })

    expect(await link.getAttribute('href')).toBe('/market?skip=144')
    await page.waitForTimeout(100)
    expect(await cards.count()).toBe(6 * 24)
  })
})

/** One press of Tab; what has the focus then, and what lies over it. Nothing when the page is at its end. */
async function step(page: Page): Promise<{ name: string; under: string } | undefined> {
  await page.keyboard.press('Tab')
  const found = await page.evaluate(LOOK)
  return (found as { name: string; under: string } | null) ?? undefined
}

const LOOK = `(() => {
  const focused = document.activeElement
  if (focused === document.body) return null
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const seen = [top + 2, (top + bottom) / 2, bottom - 2].map(y => document.elementFromPoint((left + right) / 2, y))
  const isFree = seen.some(one => one && (focused.contains(one) || one.contains(focused)))
  const name = focused.getAttribute('aria-label') || focused.name || focused.textContent.trim()
  return { name, under: isFree ? '' : seen.map(one => one?.closest('header, nav')?.className ?? 'nothing').join(' ') }
})()`
