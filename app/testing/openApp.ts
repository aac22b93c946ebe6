import { startTestCrm, type TestCrm, type TestOptions, type TestUser } from '@portico/crm/testing/startTestCrm'
import { openBrowser } from '@portico/kit/testing/browser'
import { freePort } from '@portico/kit/testing/freePort'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

export interface TestApp {
  crm: TestCrm
  /** A page of its own in which a user is signed in, until the test ends; a problem that it logs fails the test. */
  open(user: TestUser, path: string, options?: BrowserContextOptions): Promise<Page>
  /** The same with nobody signed in. */
  openUnknown(path: string): Promise<Page>
}

/** The web app on a CRM of its own, for one test file. */
export async function openTestApp(options: Pick<TestOptions, 'privateTargets'> = {}): Promise<TestApp> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const crm = await startTestCrm({ port, publicOrigin: origin, webApp: true, ...options })
  async function openPage(cookies: readonly string[], path: string, options: BrowserContextOptions = {}) {
    const browser = await openBrowser()
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 850 }, ...options })
    // A page that stays open loads again whatever the tests after it change.
    onTestFinished(() => context.close())
    for (const cookie of cookies) {
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, url: origin }])
    }
    const page = await context.newPage()
    page.on('pageerror', error => expect.unreachable(String(error)))
    page.on('console', message => {
      if (/Content Security Policy/.test(message.text())) expect.unreachable(message.text())
    })
    await page.goto(path)
    return page
  }
  return {
    crm,
    open: async (user, path, options) => openPage([(await crm.session(user)).cookie], path, options),
    openUnknown: path => openPage([], path),
  }
}
