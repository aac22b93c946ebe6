import { startTestCrm, type TestCrm, type TestOptions, type TestUser } from '@portico/crm/testing/startTestCrm'
import { freePort, openBrowser } from '@portico/kit/testing/browser'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'

export interface TestApp {
  crm: TestCrm
  /** A browser of its own in which a user is signed in; a problem that the page logs fails the test. */
  open(user: TestUser, path: string, options?: BrowserContextOptions): Promise<Page>
  /** The same with nobody signed in. */
  openUnknown(path: string): Promise<Page>
}

/** The web app on a CRM of its own, for one test file. */
export async function openTestApp(options: Pick<TestOptions, 'privateTargets'> = {}): Promise<TestApp> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const crm = await startTestCrm({ port, publicOrigin: origin, webApp: true, ...options })
  let browser: Promise<Browser> | undefined
  afterAll(async () => (await browser)?.close())
  async function openPage(cookies: readonly string[], path: string, options: BrowserContextOptions = {}) {
    browser ??= openBrowser()
    const context = await (await browser).newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 850 },
      ...options,
    })
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
