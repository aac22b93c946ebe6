import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCatalogue } from '../catalogue/importCatalogue.ts'
import { buy, post } from '../testing/books.ts'
import { type BrowserMarket, openBrowserMarket } from '../testing/openBrowserMarket.ts'
import type { Member, TestMarket } from '../testing/openTestMarket.ts'

describe.skipIf(!browserPath)('what students look for, in a browser', () => {
  let opened: BrowserMarket
  let market: TestMarket
  let origin: string
  let [seller, student, staff] = [] as unknown as [Member, Member, Member]

  beforeAll(async () => {
    opened = await openBrowserMarket()
    ;({ market, origin } = opened)
    seller = await market.member({ firstName: 'Sue' })
    student = await market.member({ firstName: 'Stan' })
    staff = await market.member({ firstName: 'Ada', permissionType: 1 })
  })
  afterAll(() => opened?.close())

  /** Somebody's window, logged in. */
  async function windowOf({ token }: Member): Promise<Page> {
    const context = await opened.browser.newContext()
    await context.addCookies([{ name: 'market_session', value: token, url: origin }])
    return context.newPage()
  }

  const isbn = '9780306406157'
  const catalogue = `isbn,title,author,edition,course,price\n${isbn},Organic Chemistry,Clayden,2,CHM 203,89.00\n`

  test('a search that found nothing is saved by one press; the book that comes later is told of, and leads back', async () => {
    const page = await windowOf(student)
    await page.goto(`${origin}/market?q=glaciers&maxPrice=40`)
    await page.getByText('You are told when a book is listed that it finds.').waitFor()
    await inspect(page, 'search-to-save')
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.waitForURL('**/searches?done=searchsaved')
    expect(await page.locator('.row-facts').textContent()).toContain('“glaciers” · up to $40.00')

    // The same words once more: their name is taken, and another one can be typed at once.
    await page.goto(`${origin}/market?q=glaciers`)
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.getByLabel('Name of the search').fill('Glaciers at any price')
    await inspect(page, 'search-refused')
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.waitForURL('**/searches?done=searchsaved')
    expect(await page.locator('.row').count()).toBe(2)
    await inspect(page, 'searches')

    await post(market, seller, { name: 'Glaciers and Ice Ages', course: 'GEO 210', price: 30 })
    await market.matched()
    await page.goto(`${origin}/market/notices`)
    await page.getByRole('link', { name: /Glaciers and Ice Ages/ }).click()
    expect(await page.locator('h1').textContent()).toBe('Glaciers and Ice Ages')
    await page.goto(`${origin}/market/searches`)
    await page.getByRole('link', { name: 'Glaciers at any price' }).click()
    expect(await page.locator('#cards .card-link').count()).toBe(1)
  })

  test('beside the price stands what the title was sold for; the ISBN fills the rest', async () => {
    await importCatalogue(market.sql, {
      open: async function* () {
        yield Buffer.from(catalogue)
      },
      now: new Date(),
      tellWrong: line => expect(line).toBe(''),
    })
    for (const price of [38, 45]) {
      const book = await post(market, seller, { name: 'Organic Chemistry', course: 'CHM 203', price, ISBN: isbn })
      await buy(market, student, book)
      await market.send('/dashboard/confirmBook', { id: book }, staff)
    }
    const page = await windowOf(student)

    await page.goto(`${origin}/market/sell`)
    await page.getByLabel('Start from the ISBN').fill('978-0-306-40615-7')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.waitForURL('**/sell?isbn=*')

    expect(await page.getByLabel('Title').inputValue()).toBe('Organic Chemistry')
    const price = page.getByLabel('Price in dollars')
    const hint = await price.getAttribute('aria-describedby')
    expect(await page.locator(`#${hint}`).textContent()).toBe('2 were sold for $38.00 to $45.00 this year')
    await inspect(page, 'sell-known')
  })

  test('from a book to its course: all on sale, cheapest first, and the reading list with what is missing', async () => {
    await post(market, seller, { name: 'Organic Chemistry', course: 'chm-203', price: 60, ISBN: isbn })
    await post(market, seller, { name: 'Molecules at Work', course: 'CHM 203', price: 12 })
    const page = await windowOf(student)
    await page.goto(`${origin}/market?q=molecules`)
    await page.locator('#cards .card-link').click()
    await page.getByRole('link', { name: 'CHM 203' }).click()
    await page.waitForURL('**/courses/**')

    expect(await page.locator('h1').textContent()).toBe('Books for CHM 203')
    expect(await page.locator('#cards .price').allTextContents()).toEqual(['$12.00', '$60.00'])
    await inspect(page, 'course')
    await page.getByRole('link', { name: 'One from $60.00' }).click()
    expect(await page.locator('#cards .card-link').count()).toBe(1)
  })

  test('on a phone the place in the dashboard is on the screen, and a line of the transactions is not torn apart', async () => {
    const page = await windowOf(staff)
    await page.setViewportSize({ width: 390, height: 844 })
    const right = (selector: string) =>
      page.locator(selector).evaluateAll(all => all.map(one => one.getBoundingClientRect().right))
    const left = (selector: string) =>
      page.locator(selector).evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().left)))
    for (const place of ['', '/transactions', '/users', '/messages', '/statistics']) {
      await page.goto(`${origin}/market/dashboard${place}`)
      expect((await right('.subnav [aria-current]'))[0], place).toBeLessThanOrEqual(390)
    }
    await page.goto(`${origin}/market/dashboard/transactions`)
    await inspect(page, 'transactions-of-staff')
    await page.setViewportSize({ width: 390, height: 844 })

    expect(new Set([...(await left('.stacked td .hint')), ...(await left('.stacked td > div'))]).size).toBe(1)
    for (const edge of await right('.stacked td[data-label="State"] .tag')) expect(edge).toBeLessThan(300)
  })
})
