import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import jsQR from 'jsqr'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { GateConfig } from '../core.ts'
import { ALL_COUNTRIES } from '../countries.ts'
import { isZkSdkInstalled } from '../provider/zkSdk.ts'
import { memorySessions } from '../session/memory.ts'
import { BROWSER_NOTE, hasBrowser, startBrowser } from '../testing/browser.ts'
import { aChain, type Chain } from '../testing/chain.ts'
import { aSilentRelay } from '../testing/relay.ts'
import { aSelfAnswer, TEST_KEYS } from '../testing/selfAnswer.ts'
import { aSite, type Site } from '../testing/site.ts'
import { SECRET } from '../testing/visitor.ts'

describe.skipIf(!hasBrowser)(`in a browser${BROWSER_NOTE}`, { timeout: 60_000 }, () => {
  let browser: Browser
  let chain: Chain
  let contexts: BrowserContext[] = []
  let sites: Site[] = []
  beforeAll(async () => {
    chain = await aChain([42n])
    browser = await startBrowser()
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

  async function site(changes: Partial<GateConfig> = {}): Promise<Site> {
    const opened = await aSite(origin => ({
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
    }))
    sites.push(opened)
    return opened
  }

  async function visit(options: Parameters<Browser['newContext']>[0] = {}, by = browser): Promise<Page> {
    const context = await by.newContext(options)
    context.setDefaultTimeout(25_000)
    contexts.push(context)
    return context.newPage()
  }

  const film = (page: Page) => page.getByRole('heading', { name: 'The film' }).waitFor()
  const question = (page: Page) => page.getByRole('heading', { name: 'Confirm your age' }).waitFor()

  /** The phone and the relayer: a proof for the session in the link, posted from outside the browser. */
  async function answerFromPhone(page: Page, { origin, port }: Site, changes: { age?: string } = {}) {
    const link = await page.locator('section[data-provider=self] a[data-link]').first().getAttribute('href')
    const app = JSON.parse(new URL(link ?? '').searchParams.get('selfApp') ?? '')
    const date = new Date().toISOString().slice(2, 10).replaceAll('-', '')
    const answer = aSelfAnswer({ sessionId: app.userId, domain: origin, date, ...changes })
    const { pathname } = new URL(app.endpoint)
    const response = await fetch(`http://127.0.0.1:${port}${pathname}`, {
      method: 'POST',
      body: JSON.stringify(answer),
    })
    return response.json()
  }

  it('shows the page, takes the answer from the phone, and is at the film by itself', async () => {
    const cinema = await site()
    const page = await visit()
    const hosts = new Set<string>()
    const complaints: string[] = []
    page.on('request', request => hosts.add(new URL(request.url()).host))
    page.on('console', message => {
      if (/content security|refused/i.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))

    const response = await page.goto(`${cinema.origin}/film?part=2#end`)
    expect(response?.status()).toBe(511)
    await page.getByText('Waiting for your phone…').waitFor()
    expect(await answerFromPhone(page, cinema)).toEqual({ status: 'success', result: true })
    await film(page)

    expect(page.url()).toBe(`${cinema.origin}/film?part=2#end`)
    expect([...hosts]).toEqual([new URL(cinema.origin).host])
    expect(complaints).toEqual([])
  })

  it('says in words why an answer was not accepted, and works at the second try', async () => {
    const cinema = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()

    await answerFromPhone(page, cinema, { age: '16' })
    await page.getByRole('alert').getByText('The proof does not show that you are at least 18.').waitFor()
    await answerFromPhone(page, cinema)
    await film(page)
  })

  it('lets both of two tabs through when one is done', async () => {
    const cinema = await site()
    const one = await visit()
    const other = await one.context().newPage()
    await one.goto(`${cinema.origin}/film`)
    await other.goto(`${cinema.origin}/other-film`)
    await Promise.all([question(one), question(other)])

    await answerFromPhone(other, cinema)

    await Promise.all([film(one), film(other)])
    expect([new URL(one.url()).pathname, new URL(other.url()).pathname]).toEqual(['/film', '/other-film'])
  })

  it('lets a tab whose cookie another one replaced at the same moment join that one', async () => {
    const { origin } = await site()
    const first = await visit()
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await first.route('**/gate/sse*', async route => {
      await held
      await route.continue()
    })
    await first.goto(`${origin}/film`)
    await first.context().clearCookies()
    const second = await first.context().newPage()
    await second.goto(`${origin}/film`)
    const sessionOf = (page: Page) =>
      page.evaluate(() => JSON.parse(document.getElementById('gate-data')?.textContent ?? '{}').session)
    const joined = await sessionOf(second)
    expect(await sessionOf(first)).not.toBe(joined)

    release()
    await first.waitForFunction(session => document.getElementById('gate-data')?.textContent?.includes(session), joined)

    expect(await sessionOf(first)).toBe(joined)
  })

  it('goes back to the page before, and forward to the film again', async () => {
    const cinema = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/front`)
    await page.getByRole('link').click()
    await question(page)
    await answerFromPhone(page, cinema)
    await film(page)

    await page.goBack()
    await page.getByRole('heading', { name: 'Front' }).waitFor()
    await page.goForward()
    await film(page)
  })

  it('says that a session has expired and starts a new one on request', async () => {
    let later = 0
    const cinema = await site({ sessionAdapter: memorySessions({ now: () => Date.now() + later }) })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()

    later = 601_000
    await page.getByRole('alert').getByText('This request has expired.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Waiting for your phone…').waitFor()
    await answerFromPhone(page, cinema)
    await film(page)
  })

  it('survives a restart of the server in between, with a shared store', async () => {
    const cinema = await site({ sessionAdapter: memorySessions() })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()

    await cinema.stop()
    await page.getByText('The connection is lost. Trying again…').waitFor()
    await cinema.restart()
    await answerFromPhone(page, cinema)

    await film(page)
  })

  it('opens a link from another site for somebody who holds a claim, although Strict cookies stay behind', async () => {
    const cinema = await site()
    const elsewhere = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await question(page)
    await answerFromPhone(page, cinema)
    await film(page)

    await page.goto(`http://127.0.0.1:${elsewhere.port}/front`)
    await page.evaluate(target => {
      const link = document.createElement('a')
      link.href = target
      document.body.append(link)
      link.click()
    }, `${cinema.origin}/film`)

    await film(page)
  })

  it("works on one's own machine with production settings, where cookies are Secure and there is no https", async () => {
    const real = await aChain([42n], '0xe57F4773bd9c9d8b6Cd70431117d353298B9f5BF')
    const cinema = await site({ dev: false, providers: ['self'], rpcUrl: real.url })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await question(page)
    await answerFromPhone(page, cinema)
    await film(page)
    await real.close()
  })

  it('works where third-party cookies are blocked', async () => {
    const strict = await startBrowser(['--test-third-party-cookie-phaseout'])
    try {
      const cinema = await site()
      const page = await visit({}, strict)
      await page.goto(`${cinema.origin}/film`)
      await question(page)
      await answerFromPhone(page, cinema)
      await film(page)
    } finally {
      await strict.close()
    }
  })

  it('does not go round in circles where the page refuses the claim that a stream accepts', async () => {
    const cinema = await site({ providers: ['test'] })
    const page = await visit()
    let loads = 0
    await page.route('**/film', async route => {
      loads += 1
      // As if another instance with another secret had answered: the cookies mean nothing to it.
      const response = await fetch(`http://127.0.0.1:${cinema.port}/film`, { headers: { accept: 'text/html' } })
      const headers = Object.fromEntries(response.headers)
      await route.fulfill({ status: response.status, headers, body: await response.text() })
    })
    await page.goto(`${cinema.origin}/film`)
    await page.getByRole('button', { name: 'Pass' }).click()

    await page.getByRole('alert').getByText('That did not work.').waitFor()
    expect(loads).toBe(4)
  })

  it('is used by keyboard alone, and finds no fault with an accessibility checker', async () => {
    const cinema = await site()
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()
    expect(await faults(page)).toEqual([])

    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The request was declined on the phone.').waitFor()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await film(page)
  })

  it('is as accessible in the dark', async () => {
    const cinema = await site()
    const page = await visit({ colorScheme: 'dark' })
    await page.goto(`${cinema.origin}/film`)
    await page.getByText('Waiting for your phone…').waitFor()

    expect(await faults(page)).toEqual([])
  })

  it('shows a phone the link first, and the code on request', async () => {
    const cinema = await site({ providers: ['self'] })
    const page = await visit({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
    await page.goto(`${cinema.origin}/film`)

    await page.getByRole('link', { name: 'Open Self' }).waitFor()
    expect(await page.getByRole('img').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Use another device instead' }).tap()
    await page.getByRole('img', { name: 'QR code that opens Self' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  it('shows a code that reads back as the link', async () => {
    const cinema = await site({ providers: ['self'] })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    const link = await page.locator('a[data-link]').first().getAttribute('href')

    expect(await readCode(page)).toBe(link)
  })

  it('keeps even a large code inside its card', async () => {
    const excluded = ALL_COUNTRIES.slice(0, 40)
    const disclosures = { minAge: 18, issuingState: { excluded } }
    const cinema = await site({ providers: ['self'], appName: 'Ü'.repeat(64), disclosures })
    const page = await visit()
    await page.goto(`${cinema.origin}/film`)
    const [code, card] = await Promise.all([page.getByRole('img').boundingBox(), page.locator('main').boundingBox()])

    expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0))
    expect(code?.x ?? 0).toBeGreaterThan(card?.x ?? 0)
  })

  it('tells a post that is verified to send its form again', async () => {
    const cinema = await site({ providers: ['test'] })
    const page = await visit()
    await page.goto(`${cinema.origin}/front`)
    await page.evaluate(() => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '/film'
      document.body.append(form)
      form.submit()
    })
    await question(page)
    await page.getByRole('button', { name: 'Pass' }).click()

    await page.getByText('Please go back and send your form again.').waitFor()
  })

  const hasSdk = isZkSdkInstalled()
  it('starts ZKPassport in the page, with our script, our code and its relay only', async context => {
    if (!(await hasSdk)) return context.skip('SKIPPED: @zkpassport/sdk is not installed')
    execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/bundleZk.mjs', import.meta.url))], {
      stdio: 'pipe',
    })
    const relay = await aSilentRelay()
    const cinema = await site({
      providers: ['self', 'zk'],
      zk: { bridgeUrl: relay.url },
      disclosures: { minAge: 18, nationality: { included: ['FRA'] } },
    })
    const page = await visit()
    const complaints: string[] = []
    const hosts = new Set<string>()
    page.on('request', request => hosts.add(new URL(request.url()).host))
    page.on('console', message => {
      if (/content security|refused/i.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(`${cinema.origin}/film`)

    await page.getByRole('radio', { name: 'ZKPassport' }).check()
    await page.getByRole('img', { name: 'QR code that opens ZKPassport' }).waitFor()
    const code = new URL(await readCode(page, 'zk'))
    const session = JSON.parse((await page.locator('#gate-data').textContent()) ?? '').session
    const asked = JSON.parse(atob(code.searchParams.get('c') ?? ''))

    expect([code.origin, code.searchParams.get('d'), code.searchParams.get('dev')]).toEqual([
      'https://zkpassport.id',
      'localhost',
      '1',
    ])
    expect(asked).toEqual({ age: { gte: 18 }, nationality: { in: ['FRA'] }, bind: { custom_data: session } })
    expect(relay.connections()).toBe(1)
    expect([...hosts]).toEqual([new URL(cinema.origin).host])
    expect(complaints).toEqual([])
    await relay.close()
  })
})

/** The module matrix drawn into a picture, then read as a phone would. */
async function readCode(page: Page, provider = 'self'): Promise<string> {
  const svg = page.locator(`section[data-provider=${provider}] svg`)
  const size = Number((await svg.getAttribute('viewBox'))?.split(' ')[2])
  const path = (await svg.locator('path').getAttribute('d')) ?? ''
  const scale = 4
  const width = (size + 8) * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, y, strokes = ''] of path.matchAll(/M0 (\d+)\.5([^M]*)/g)) {
    let x = 0
    for (const [, gap = 0, length] of strokes.matchAll(/(?:m(\d+) 0)?h(\d+)/g)) {
      x += Number(gap)
      for (let dy = 0; dy < scale; dy++) {
        const start = (((Number(y) + 4) * scale + dy) * width + (x + 4) * scale) * 4
        for (let pixel = 0; pixel < Number(length) * scale; pixel++) pixels.set([0, 0, 0, 255], start + pixel * 4)
      }
      x += Number(length)
    }
  }
  return readPicture(pixels, width)
}

/** One cast: the package's types promise a default export that its CommonJS does not have under Node. */
function readPicture(pixels: Uint8ClampedArray, width: number): string {
  const read = jsQR as unknown as (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null
  return read(pixels, width, width)?.data ?? ''
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function faults(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const axe = (
      window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    ).axe
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
  })
}
