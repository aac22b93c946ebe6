import { hashPassword } from '@portico/kit/access/password'
import { browserPath, inspect } from '@portico/kit/testing/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarketOwner } from '../createMarketOwner.ts'
import { type BrowserPeople, browserPeople, fill, fillSignup } from '../testing/browserPeople.ts'
import { fillShelf } from '../testing/fillShelf.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import { type BrowserMarket, openBrowserMarket } from '../testing/openBrowserMarket.ts'
import type { TestMarket } from '../testing/openTestMarket.ts'
import { aPicture } from '../testing/picture.ts'
import { readQr } from '../testing/readQr.ts'

describe.skipIf(!browserPath)('the whole life of a book, in a browser', () => {
  let opened: BrowserMarket
  let market: TestMarket
  let browser: Browser
  let origin: string
  let people: BrowserPeople

  beforeAll(async () => {
    opened = await openBrowserMarket()
    ;({ market, browser, origin } = opened)
    people = browserPeople(market, browser)
    const passwordHash = await hashPassword('owner password')
    await createMarketOwner(market.sql, { email: 'owner@campus.edu', passwordHash, firstName: 'Olive' })
  })
  afterAll(() => opened?.close())

  test('a visitor sees the front page and is led to sign up', async () => {
    const page = await people.open('anna')
    await page.goto(`${origin}/market`)

    await expect(page.title()).resolves.toContain('Book market')
    await page.getByRole('link', { name: 'Sign up with your university address' }).click()
    await page.waitForURL('**/signup')
    await fillSignup(page, { 'University e-mail': 'anna@gmail.com', 'First name': 'Anna' })
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.locator('.wrong').waitFor()

    expect(await page.locator('.wrong').textContent()).toContain('university address')
    await inspect(page, 'signup-refused')
  })

  test('anna signs up, confirms from the mail and posts a book with a picture', async () => {
    const page = people.pageOf('anna')
    await people.signUp(page, 'anna@campus.edu', 'Anna', () => inspect(page, 'confirm'))
    await page.goto(`${origin}/market/sell`)
    await fill(page, { Title: 'Organic Chemistry', Course: 'CHM 203', Edition: '2', 'Price in dollars': '62.50' })
    await page.locator('#f-ISBN').fill('978-0-306-40615-7')
    await page.locator('#f-comments').fill('Some highlighting in chapter 3.')
    await page.locator('#f-pictures').setInputFiles({
      name: 'book.jpg',
      mimeType: 'image/jpeg',
      buffer: await aPicture(),
    })
    await inspect(page, 'sell')
    await page.getByRole('button', { name: 'Post the book' }).click()
    await page.waitForURL('**/books/**')

    expect(await page.locator('h1').textContent()).toBe('Organic Chemistry')
    const source = await page.locator('img.cover').getAttribute('src')
    const picture = await market.fetch(new Request(`${origin}${source}`))
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(bytes.includes('Exif') || bytes.includes('GPS')).toBe(false)
  })

  test('ben, without scripts, asked for it and gets a match by mail', async () => {
    const page = await people.open('ben', { scripts: false })
    await people.signUp(page, 'ben@campus.edu', 'Ben')
    await page.goto(`${origin}/market/posts`)
    await page.locator('#request #f-name').fill('organic chemistry')
    await page.getByRole('button', { name: 'Tell me when it is posted' }).click()
    await page.waitForURL('**/posts?done=requested**')

    const mail = (await market.mails('ben@campus.edu')).find(sent => sent.subject === 'Found: Organic Chemistry')
    expect(mail?.text).toContain('$62.50')
    await page.goto(mail?.links[0] ?? '')
    expect(await page.locator('h1').textContent()).toBe('Organic Chemistry')
  })

  test('ben asks anna, who has read it once it is on her screen, and answers', async () => {
    const [anna, ben] = [people.pageOf('anna'), people.pageOf('ben')]
    await ben.getByText('Ask the seller').click()
    await fill(ben, { 'Your question': 'Is chapter 3 still readable?' })
    await ben.getByRole('button', { name: 'Send' }).click()
    await ben.waitForURL('**/messages/*?done=sent')
    await anna.setViewportSize({ width: 1280, height: 850 })
    await anna.goto(`${origin}/market/messages`)
    await inspect(anna, 'messages')
    const counts = anna.locator('a[href="/market/messages"] .count')
    expect(await counts.count()).toBe(2)

    await anna.getByRole('link', { name: 'Organic Chemistry' }).click()
    await anna.getByText('Is chapter 3 still readable?').waitFor()
    await anna.locator('form[data-seen]').waitFor({ state: 'detached' })
    expect(await counts.count()).toBe(0)
    await anna.reload()
    expect(await anna.locator('form[data-seen], a[href="/market/messages"] .count').count()).toBe(0)
    await inspect(anna, 'conversation')
    await fill(anna, { 'Your message': 'Every word of it.' })
    await anna.getByRole('button', { name: 'Send' }).click()
    await anna.waitForURL('**/messages/*?done=sent')
    await ben.goto(`${origin}/market/messages`)
    await ben.getByRole('link', { name: 'Organic Chemistry' }).click()
    await ben.getByRole('button', { name: 'Mark as read' }).click()
    await ben.waitForURL('**/messages')
    expect(await ben.locator('a[href="/market/messages"] .count').count()).toBe(0)
    await ben.goBack()
    await ben.locator('h1 a').click()
  })

  test('ben puts it into the cart and checks out', async () => {
    const page = people.pageOf('ben')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart?done=carted')

    expect(await page.locator('dd.total').textContent()).toBe('$65.63')
    await page.getByRole('button', { name: 'Check out' }).click()
    await page.waitForURL('**/transactions?done=bought')
    expect(await page.locator('.steps [aria-current]').textContent()).toBe('Bought')
    const sold = (await market.mails('anna@campus.edu')).find(sent => sent.subject === 'Sold: Organic Chemistry')
    expect(sold?.text).toContain('Drop the book off')
    expect((await market.mails('owner@campus.edu'))[0]?.subject).toContain('New transaction')
  })

  test('the code of the slip that anna prints leads the desk to her book', async () => {
    const [anna, owner] = [people.pageOf('anna'), await people.open('owner')]
    await people.logIn(owner, 'owner@campus.edu', 'owner password')
    await anna.goto(`${origin}/market/transactions`)
    await anna.getByRole('link', { name: 'Drop-off slip' }).click()
    await anna.waitForURL('**/slip')
    await owner.goto(await readQr(await anna.locator('.slip-code').screenshot()))

    await owner.getByRole('button', { name: 'Verified: Organic Chemistry' }).waitFor()
    await inspect(anna, 'slip')
    await inspect(owner, 'drop-off')
  })

  test('the owner verifies, charges, delivers and pays; statistics show it', async () => {
    const [anna, page] = [people.pageOf('anna'), people.pageOf('owner')]
    await page.goto(`${origin}/market/dashboard`)
    await page.getByRole('button', { name: 'Verified: Organic Chemistry' }).click()
    await page.waitForURL('**/dashboard?done=verified')
    await page.getByRole('button', { name: 'Charged: Organic Chemistry' }).click()
    await page.waitForURL('**/dashboard?done=charged')
    await page.getByRole('button', { name: 'Delivered and paid: Organic Chemistry' }).click()
    await page.waitForURL('**/dashboard?done=paid')

    await page.goto(`${origin}/market/dashboard/statistics`)
    expect(await page.locator('.figures').textContent()).toContain('$62.50')
    await expectBalancedLedger(market.sql)
    await anna.goto(`${origin}/market/transactions`)
    expect(await anna.locator('.steps [aria-current]').textContent()).toBe('Delivered')
    expect(await anna.locator('.figures').textContent()).toContain('$62.50')
  })

  test('every page is accessible, at both widths, in light and dark', async () => {
    const [anna, ben, owner] = [people.pageOf('anna'), people.pageOf('ben'), people.pageOf('owner')]
    await fillShelf(market, 'ben@campus.edu', 'anna@campus.edu')
    const visitor = await people.open('visitor')
    const pages = [
      [visitor, '', 'front'],
      [visitor, '/login', 'login'],
      [visitor, '/help', 'help'],
      [anna, '', 'home'],
      [anna, '?q=calculus&maxPrice=100', 'search'],
      [anna, '?q=zzzzqqq', 'nothing'],
      [anna, '/posts', 'posts'],
      [anna, '/transactions', 'transactions'],
      [anna, '/notices', 'notices'],
      [anna, '/settings', 'settings'],
      [anna, '/nowhere', 'missing'],
      [owner, '/dashboard', 'dashboard'],
      [owner, '/dashboard/transactions', 'dashboard-transactions'],
      [owner, '/dashboard/users', 'dashboard-users'],
      [owner, '/dashboard/statistics', 'dashboard-statistics'],
      [owner, '/dashboard/settings', 'dashboard-settings'],
    ] as const
    // Each in a window of their own, side by side.
    const look = async (who: Page) => {
      for (const [, path, name] of pages.filter(([page]) => page === who)) {
        await who.goto(`${origin}/market${path}`)
        await inspect(who, name)
      }
    }
    await Promise.all([visitor, anna, owner].map(look))
    await anna.goto(`${origin}/market`)
    await anna.locator('#cards .card-link').first().click()
    await anna.getByRole('button', { name: 'Add to cart' }).click()
    await inspect(anna, 'cart')
    await anna.goto(`${origin}/market`)
    await anna.locator('#cards .card-link').nth(1).click()
    await inspect(anna, 'book')
    await ben.goto(`${origin}/market/matches`)
    await ben.close()
  })

  test('a phone shows a head of two rows, whole badges, whole words on covers and a users table that fits', async () => {
    const visitor = people.pageOf('visitor')
    const [anna, owner] = [people.pageOf('anna'), people.pageOf('owner')]
    const boxes = (page: Page, selector: string) =>
      page.locator(selector).evaluateAll(all => all.map(one => one.getBoundingClientRect().toJSON()))
    for (const page of [visitor, anna, owner]) await page.setViewportSize({ width: 390, height: 844 })
    await market.sql`
      insert into market.notice (account_id, event_key, kind, message, at)
      select id, n::text, 'bookPosted', 'Notice ' || n, now() + interval '1 hour'
      from market.account, generate_series(1, 12) n where email = 'anna@campus.edu'`

    await visitor.goto(`${origin}/market`)
    const tops = new Set(
      (await boxes(visitor, '.brand, .head-nav a, .head-search')).map(box => Math.round(box.top / 30)),
    )
    await anna.goto(`${origin}/market`)
    const [badge] = await boxes(anna, '.tabs a[href="/market/notices"] .count')
    const [tab] = await boxes(anna, '.tabs a[href="/market/notices"]')
    await owner.goto(`${origin}/market/dashboard/users`)
    const cells = await boxes(owner, '.stacked td')

    expect(tops.size).toBeLessThanOrEqual(2)
    expect(badge?.width).toBeGreaterThan(badge?.height ?? 0)
    expect(badge?.right).toBeLessThanOrEqual(tab?.right ?? 0)
    expect(Math.max(...cells.map(cell => cell.right))).toBeLessThanOrEqual(390)
  })

  test('words on drawn covers stay whole; those longer than a line are broken with a hyphen', async () => {
    const anna = people.pageOf('anna')
    await anna.setViewportSize({ width: 1280, height: 850 })
    await market.sql`
      update market.book set name = 'Electromagnetic Thermodynamics of Microelectronics'
      where id in (select id from market.book where name = 'Linear Algebra and Its Applications' limit 1)`
    await market.sql`
      update market.book set name = 'Electroencephalography'
      where id in (select id from market.book where name = 'Introduction to Algorithms' and status = 0 limit 1)`

    await anna.goto(`${origin}/market?q=electro`)
    const lines: [string, number][][] = await anna.evaluate(`
      [...document.querySelectorAll('.cover-title')].map(({ firstChild: text }) =>
        [...text.textContent.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return [word, new Set([...range.getClientRects()].map(rect => Math.round(rect.top))).size]
        }))`)

    expect(lines).toHaveLength(2)
    for (const [word, rows] of lines.flat()) expect(rows === 1 || word.includes('\u00ad'), word).toBe(true)
  })

  test('the list goes on while scrolling, and without scripts by a link', async () => {
    const anna = people.pageOf('anna')
    await anna.setViewportSize({ width: 1280, height: 850 })
    await anna.goto(`${origin}/market`)
    const first = await anna.locator('#cards > li').count()
    for (let round = 0; round < 100 && (await anna.locator('#cards > li').count()) <= 48; round++) {
      await anna.mouse.wheel(0, 20_000)
      await anna.waitForTimeout(100)
    }

    expect(first).toBeGreaterThanOrEqual(24)
    expect(await anna.locator('#cards > li').count()).toBeGreaterThan(48)
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(`${origin}/market`)
    await page.getByRole('link', { name: 'Show more' }).click()
    expect(page.url()).toContain('skip=24')
    await plain.close()
  })

  test('logging out ends it on this browser', async () => {
    const anna = people.pageOf('anna')
    await anna.locator('details.menu summary').click()
    await anna.getByRole('button', { name: 'Log out' }).click()
    await anna.waitForURL('**/market?done=loggedout')

    await anna.goto(`${origin}/market/posts`)
    expect(anna.url()).toContain('/market/login?next=%2Fmarket%2Fposts')
  })
})
