import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of this machine, or nothing: then the suite says so and is skipped. */
export const browserPath = CANDIDATES.find(path => path && existsSync(path))

if (!browserPath)
  console.warn('No Chromium found (set CHROMIUM_PATH): the browser tests of the marketplace are skipped')

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...(browserPath && { executablePath: browserPath }), args: ['--no-sandbox'] })
}

const EVERYTHING = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** What may differ between two widths and two colour schemes of one page. */
const LOOKS = { runOnly: { type: 'rule', values: ['color-contrast', 'target-size'] } }

/** WCAG 2.2 A and AA, by axe. */
async function expectAccessible(page: Page, rules: object): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE_SOURCE)
  const violations = await page.evaluate(async options => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    const result = await axe.run({ ...options, resultTypes: ['violations'] })
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 150)).join(' | ')}`)
  }, rules)
  expect(violations, page.url()).toEqual([])
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

const AXE_SOURCE = createRequire(import.meta.url)('axe-core').source as string

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 850 } }

/** Checks a page at both widths in both colour schemes; pictures are kept where MARKET_SCREENSHOTS names a folder. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const)
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize(viewport)
      expect(await sidewaysScroll(page), `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
      await shoot(page, `${name}-${size}-${scheme}`)
      if ((size === 'phone') !== (scheme === 'light')) continue
      // As high as the page, so that nothing lies under the bars that stick to the screen.
      await page.setViewportSize({ ...viewport, height: 4000 })
      await expectAccessible(page, size === 'phone' ? EVERYTHING : LOOKS)
    }
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.MARKET_SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
