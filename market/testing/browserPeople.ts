import type { Browser, Page } from 'playwright-core'
import type { TestMarket } from './openTestMarket.ts'
import { PASSWORD } from './people.ts'

/** People with a browser window each, by name. */
export interface BrowserPeople {
  open(name: string, options?: { scripts?: boolean }): Promise<Page>
  pageOf(name: string): Page
  /** Signs up, confirms from the mail and logs in; `look` is called on the page that asks to confirm. */
  signUp(page: Page, email: string, firstName: string, look?: () => Promise<void>): Promise<void>
  logIn(page: Page, email: string, password: string): Promise<void>
}

export function browserPeople(market: TestMarket, browser: Browser): BrowserPeople {
  const { origin } = market.options
  const pages = new Map<string, Page>()

  async function logIn(page: Page, email: string, password: string) {
    await page.goto(`${origin}/market/login`)
    await fill(page, { 'E-mail': email, Password: password })
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(url => url.pathname === '/market')
  }

  return {
    async open(name, { scripts = true } = {}) {
      const context = await browser.newContext({ javaScriptEnabled: scripts })
      const page = await context.newPage()
      page.on('pageerror', error => {
        throw error
      })
      pages.set(name, page)
      return page
    },
    pageOf(name) {
      const page = pages.get(name)
      if (!page) throw new Error(`${name} has no browser`)
      return page
    },
    async signUp(page, email, firstName, look = async () => {}) {
      await page.goto(`${origin}/market/signup`)
      await fillSignup(page, { 'University e-mail': email, 'First name': firstName })
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.waitForURL('**/sign-up-success')
      const [mail] = await market.mails(email)
      await page.goto(mail?.links[0] ?? '')
      await look()
      await page.getByRole('button', { name: 'Yes, that is me' }).click()
      await page.waitForURL('**/email-confirmed')
      await logIn(page, email, PASSWORD)
    },
    logIn,
  }
}

/** Fills every field of the sign-up form; `values` by label. */
export async function fillSignup(page: Page, values: Record<string, string>): Promise<void> {
  await fill(page, {
    Password: PASSWORD,
    'Last name': 'Example',
    'Campus mailbox': '123456',
    'Payment app name': '@example',
    ...values,
  })
  await page.locator('#f-university').fill('Campus University')
}

/** Fills fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: false }).first().fill(value)
}
