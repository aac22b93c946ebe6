import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { GateConfig } from '../core.ts'
import { startBrowser } from './browser.ts'
import { aChain, type Chain } from './chain.ts'
import { aSelfAnswer, TEST_KEYS } from './selfAnswer.ts'
import { aSite, type OpenPages, type Site } from './site.ts'
import { SECRET } from './visitor.ts'

/** Sites and a browser for the tests of a file; whatever a test opened is closed behind it. */
export function cinemas(browserArguments: string[] = []) {
  let browser: Browser
  let chain: Chain
  let contexts: BrowserContext[] = []
  let sites: Site[] = []
  beforeAll(async () => {
    chain = await aChain([42n])
    browser = await startBrowser(browserArguments)
  })
  afterEach(async () => {
    await Promise.all(contexts.map(context => context.close()))
    await Promise.all(sites.map(site => site.stop()))
    contexts = []
    sites = []
  })
  afterAll(async () => {
    await browser?.close()
    await chain?.close()
  })

  async function site(changes: Partial<GateConfig> = {}, open: OpenPages = {}): Promise<Site> {
    const opened = await aSite(
      origin => ({
        domain: origin,
        basePath: '/gate',
        dev: true,
        appName: 'Cinema',
        providers: ['self', 'test'],
        disclosures: { minAge: 18 },
        secret: SECRET,
        rpcUrl: chain.url,
        self: { verificationKeys: TEST_KEYS },
        ...changes,
      }),
      open,
    )
    sites.push(opened)
    return opened
  }

  async function visit(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(120_000)
    contexts.push(context)
    return context.newPage()
  }

  return { site, visit }
}

export function film(page: Page): Promise<void> {
  return page.getByRole('heading', { name: 'The film' }).waitFor()
}

export function question(page: Page): Promise<void> {
  return page.getByRole('heading', { name: 'Confirm your age' }).waitFor()
}

/** The hosts that a page asks, and what its browser complains about. */
export function watched(page: Page): { hosts: Set<string>; complaints: string[] } {
  const hosts = new Set<string>()
  const complaints: string[] = []
  page.on('request', request => hosts.add(new URL(request.url()).host))
  page.on('console', message => {
    if (/content security|refused/i.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  return { hosts, complaints }
}

/** The phone and the relayer: a proof for the session in the link, posted from outside the browser. */
export async function answerFromPhone(page: Page, { origin, port }: Site, changes: { age?: string } = {}) {
  const link = await page.locator('section[data-provider=self] a[data-link]').first().getAttribute('href')
  const app = JSON.parse(new URL(link ?? '').searchParams.get('selfApp') ?? '')
  const date = new Date().toISOString().slice(2, 10).replaceAll('-', '')
  const answer = aSelfAnswer({ sessionId: app.userId, domain: origin, date, ...changes })
  const { pathname } = new URL(app.endpoint)
  const response = await fetch(`http://127.0.0.1:${port}${pathname}`, { method: 'POST', body: JSON.stringify(answer) })
  return response.json()
}
