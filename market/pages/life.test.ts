import { hashPassword } from '@portico/kit/access/password'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarketOwner } from '../createMarketOwner.ts'
import { browserPath, freePort, inspect, openBrowser } from '../testing/browser.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import { openTestMarket, type TestMarket } from '../testing/openTestMarket.ts'
import { aPicture } from '../testing/picture.ts'

/** A title nothing can be broken at. */
const ENDLESS = 'Anticonstitutionnellement'.repeat(8)

describe.skipIf(!browserPath)('the whole life of a book, in a browser', () => {
  let market: TestMarket
  let browser: Browser
  let stop: () => Promise<void>
  let origin: string
  const people: Record<string, { context: BrowserContext; page: Page }> = {}

  beforeAll(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    market = await openTestMarket({ origin, realTime: true })
    const listening = await market.listen(port)
    stop = () => listening.stop(100)
    browser = await openBrowser()
    const passwordHash = await hashPassword('owner password')
    await createMarketOwner(market.sql, { email: 'owner@campus.edu', passwordHash, firstName: 'Olive' })
  })
  afterAll(async () => {
    await browser?.close()
    await stop?.()
    await market?.close()
  })

  async function open(name: string): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled: name !== 'ben' })
    const page = await context.newPage()
    page.on('pageerror', error => {
      throw error
    })
    people[name] = { context, page }
    return page
  }
  const pageOf = (name: string): Page => {
    const person = people[name]
    if (!person) throw new Error(`${name} has no browser`)
    return person.page
  }
  const fill = async (page: Page, values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: false }).first().fill(value)
  }

  async function signUp(page: Page, email: string, firstName: string, look = async () => {}) {
    await page.goto(`${origin}/market/signup`)
    await fill(page, {
      'University e-mail': email,
      Password: 'a long enough password',
      'First name': firstName,
      'Last name': 'Example',
      'Campus mailbox': '123456',
      'Payment app name': `@${firstName.toLowerCase()}`,
    })
    await page.locator('#f-university').fill('Campus University')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL('**/sign-up-success')
    const [mail] = await market.mails(email)
    await page.goto(mail?.links[0] ?? '')
    await look()
    await page.getByRole('button', { name: 'Yes, that is me' }).click()
    await page.waitForURL('**/email-confirmed')
    await logIn(page, email, 'a long enough password')
  }

  async function logIn(page: Page, email: string, password: string) {
    await page.goto(`${origin}/market/login`)
    await fill(page, { 'E-mail': email, Password: password })
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(url => url.pathname === '/market')
  }

  test('a visitor sees the front page and is led to sign up', async () => {
    const page = await open('anna')
    await page.goto(`${origin}/market`)

    await expect(page.title()).resolves.toContain('Book market')
    await page.getByRole('link', { name: 'Sign up with your university address' }).click()
    await page.waitForURL('**/signup')
    await fill(page, { 'University e-mail': 'anna@gmail.com' })
    await inspectForm(page)
  })

  async function inspectForm(page: Page) {
    await fill(page, {
      Password: 'a long enough password',
      'First name': 'Anna',
      'Last name': 'X',
      'Campus mailbox': '1',
      'Payment app name': 'a',
    })
    await page.locator('#f-university').fill('Campus')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.locator('.wrong').waitFor()
    expect(await page.locator('.wrong').textContent()).toContain('university address')
    await inspect(page, 'signup-refused')
  }

  test('anna signs up, confirms from the mail and posts a book with a picture', async () => {
    const page = pageOf('anna')
    await signUp(page, 'anna@campus.edu', 'Anna', () => inspect(page, 'confirm'))
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
    const page = await open('ben')
    await signUp(page, 'ben@campus.edu', 'Ben')
    await page.goto(`${origin}/market/posts`)
    await page.locator('#request #f-name').fill('organic chemistry')
    await page.getByRole('button', { name: 'Tell me when it is posted' }).click()
    await page.waitForURL('**/posts?done=requested**')

    const mail = (await market.mails('ben@campus.edu')).find(sent => sent.subject === 'Found: Organic Chemistry')
    expect(mail?.text).toContain('$62.50')
    await page.goto(mail?.links[0] ?? '')
    expect(await page.locator('h1').textContent()).toBe('Organic Chemistry')
  })

  test('ben puts it into the cart and checks out', async () => {
    const page = pageOf('ben')
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

  test('the owner verifies, charges, delivers and pays; statistics show it', async () => {
    const page = await open('owner')
    await logIn(page, 'owner@campus.edu', 'owner password')
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
    const anna = pageOf('anna')
    await anna.goto(`${origin}/market/transactions`)
    expect(await anna.locator('.steps [aria-current]').textContent()).toBe('Delivered')
    expect(await anna.locator('.figures').textContent()).toContain('$62.50')
  })

  test('every page is accessible, at both widths, in light and dark', async () => {
    const [anna, ben, owner] = [pageOf('anna'), pageOf('ben'), pageOf('owner')]
    await fillShelf()
    const visitor = await open('visitor')
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
  }, 180_000)

  /** Enough books of others for an endless list, a sale that waits and matches. */
  async function fillShelf() {
    const titles = [
      'Calculus: Early Transcendentals',
      'Principles of Microeconomics',
      'The Norton Anthology of English Literature',
      'Introduction to Algorithms',
      'Campbell Biology',
      'Physics for Scientists and Engineers',
      'Linear Algebra and Its Applications',
      'A History of Western Music',
    ]
    const courses = ['MTH 161', 'ECO 108', 'ENG 112', 'CSC 172', 'BIO 110', 'PHY 121', 'MTH 165', 'MUR 122']
    await market.sql`
      insert into market.book (owner_id, name, edition, course, course_key, price_cents, condition, comments, posted_at, listed_at)
      select account.id, titles[1 + n % 8], 1 + n % 9, courses[1 + n % 8], replace(courses[1 + n % 8], ' ', ''),
             1500 + n * 275 % 9000, (array['Poor', 'Fair', 'Good', 'Like New'])[1 + n % 4],
             'Used for one term. A few notes in pencil, nothing missing.', now() - n * interval '7 hours',
             now() - n * interval '7 hours'
      from market.account, generate_series(0, 59) n, (select ${titles}::text[] as titles, ${courses}::text[] as courses) given
      where account.email = 'ben@campus.edu'`
    const api = async (path: string, email: string, body: object) => {
      const [row] = await market.sql<{ id: string }[]>`select id from market.account where email = ${email}`
      const token = await tokenOf(row?.id ?? '')
      return market.call('POST', path, { token, body })
    }
    await api('/books/postBook', 'ben@campus.edu', {
      name: ENDLESS,
      edition: 1,
      course: 'X'.repeat(40),
      price: 200,
      condition: 'Read by many and loved by all of them',
      comments: ENDLESS,
    })
    await api('/books/requestBook', 'anna@campus.edu', { name: ENDLESS })
    await api('/books/requestBook', 'anna@campus.edu', { name: 'Introduction to Algorithms', course: 'CSC 172' })
    const [book] = await market.sql<{ id: string }[]>`
      select id from market.book where name = 'Campbell Biology' and status = 0 limit 1`
    await api('/user/addToCart', 'anna@campus.edu', { bookID: book?.id })
    await api('/books/checkoutCart', 'anna@campus.edu', {})
    await api('/books/postBook', 'anna@campus.edu', {
      name: 'Discrete Mathematics',
      edition: 3,
      course: 'MTH 150',
      price: 30,
      condition: 'Fair',
    })
  }

  async function tokenOf(accountId: string) {
    const { openTokens } = await import('../auth/tokens.ts')
    return openTokens(market.options.secrets).sign({ accountId, permissionType: 0, epoch: 1 }, new Date())
  }

  test('the list goes on while scrolling, and without scripts by a link', async () => {
    const anna = pageOf('anna')
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
    const anna = pageOf('anna')
    await anna.locator('details.menu summary').click()
    await anna.getByRole('button', { name: 'Log out' }).click()
    await anna.waitForURL('**/market?done=loggedout')

    await anna.goto(`${origin}/market/posts`)
    expect(anna.url()).toContain('/market/login?next=%2Fmarket%2Fposts')
  })
})
