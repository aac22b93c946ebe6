import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  // The same engine without the windows around it, which take half of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of this machine, or nothing: then the suite says so and is skipped. */
export const browserPath = CANDIDATES.find(path => path && existsSync(path))

if (!browserPath) console.warn('No Chromium found (set CHROMIUM_PATH): the browser tests are skipped')

let running: Promise<Browser> | undefined

/**
 * One browser for all test files of a worker, which run one after the other: starting one takes longer than most tests.
 * What a file opens in it is closed by `closePages`; the browser itself ends with the worker.
 */
export async function openBrowser(): Promise<Browser> {
  const known = await running
  if (known?.isConnected()) return known
  running = launchPatiently()
  return running
}

/** Its steps wait as long as other tests do: see vitest.config.ts. */
async function launchPatiently(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    args: ['--no-sandbox'],
    timeout: PATIENCE_MS,
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return browser
}

const PATIENCE_MS = 120_000

export async function closePages(): Promise<void> {
  const browser = await running
  await Promise.all(browser?.contexts().map(context => context.close()) ?? [])
}

const EVERYTHING = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** What may differ between two widths and two colour schemes of one page. */
const LOOKS = { runOnly: { type: 'rule', values: ['color-contrast', 'target-size'] } }

/** WCAG 2.2 A and AA, by axe, of a page as it stands. */
export async function expectAccessible(page: Page, rules: object = EVERYTHING): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await loadAxe(page)
  const violations = await page.evaluate(async options => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> }
    }
    // Beyond the first dozen the cards of a long list are the same again.
    const context = { include: ['html'], exclude: ['#cards > li:nth-child(n + 13)'] }
    const result = await axe.run(context, { ...options, resultTypes: ['violations'] })
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 150)).join(' | ')}`)
  }, rules)
  expect(violations, page.url()).toEqual([])
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** The short form, and not by `page.evaluate`: to load it takes as long as to run it, and takes twice as long there. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function loadAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  // Ends with its page: detached now, it would take virtual authenticators of other sessions along.
  await devtools.send('Runtime.evaluate', { expression: AXE_SOURCE })
}

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 850 } }

/** Checks a page at both widths in both colour schemes; pictures are kept where PAGE_SCREENSHOTS names a folder. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    // As high as the page, so that nothing lies under the bars that stick to the screen.
    await page.setViewportSize({ ...viewport, height: 4000 })
    // A window this high lets an endless list load more.
    await page.locator('[aria-busy]').waitFor({ state: 'detached' })
    expect(await sidewaysScroll(page), `${page.url()} scrolls sideways at ${viewport.width}`).toBeLessThanOrEqual(0)
    // Without motion: a colour that is still on its way from light to dark is neither.
    await page.emulateMedia({ colorScheme: size === 'phone' ? 'light' : 'dark', reducedMotion: 'reduce' })
    await expectAccessible(page, size === 'phone' ? EVERYTHING : LOOKS)
    if (SCREENSHOTS) await shoot(page, viewport, `${name}-${size}`)
  }
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

const SCREENSHOTS = process.env.PAGE_SCREENSHOTS

async function shoot(page: Page, viewport: { width: number; height: number }, name: string): Promise<void> {
  await mkdir(SCREENSHOTS ?? '', { recursive: true })
  await page.setViewportSize(viewport)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.screenshot({ path: join(SCREENSHOTS ?? '', `${name}-${scheme}.png`), fullPage: true })
  }
}
