import { readFile } from 'node:fs/promises'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { type BenchServer, startBenchServer } from './benchServer.ts'
import { drag, KEYS, pressAll, reach, scroll } from './boardGestures.ts'
import { drawFullWeek } from './calendarWeek.ts'
import { medianOf } from './drive.ts'
import { notedFrames, noteFrames, type Seen, watchPage } from './inPage.ts'
import { mainThreadDuring } from './mainThread.ts'
import { liveDelay, panelTimes } from './panelAndLive.ts'
import { plainBoard } from './plainBoard.ts'
import { fillBoard } from './seed.ts'

const DEALS = 100_000
const OPEN_DEALS = 5_000
const SLOWED_CPU = 4
/** 4 Mbit/s, 100 ms away. */
const NETWORK = { offline: false, latency: 100, downloadThroughput: 500_000, uploadThroughput: 500_000 }
const LOADS = 5
/** What a page with a meaning may cost, of one that does nothing. */
const ABOVE_PLAIN = 1.25
/** A frame that comes with the next refresh of a screen with 60 of them a second; the clock of the page is a little coarse. */
const FRAME_MS = 16.7 + 0.5

/** What the web app costs a browser on a slow machine and line, against its budgets. */
export async function appBudgets(): Promise<boolean> {
  const sizes = await bundleSizes()
  const server = await startBenchServer()
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    await fillBoard(server.sql, { deals: DEALS, open: OPEN_DEALS })
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 850 } })).newPage()
    await signIn(page, server)
    await page.addInitScript(watchPage)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    const usable = await timeLoads(page, devtools, server)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_CPU })
    await page.goto(`${server.origin}/app/deals`)
    await page.locator('[data-card]').first().waitFor()
    await reach(page)
    await page.waitForTimeout(1_000)
    const scrolled = await framesDuring(page, () => scroll(page, devtools))
    const dragged = await framesDuring(page, () => drag(page, devtools))
    const elements = await page.locator('*').count()
    const panel = await panelTimes(page)
    const live = await liveDelay(server, page)
    const pressed = await answers(page, KEYS)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.goto(`${server.origin}/app/deals`)
    await page.locator('[data-card]').first().waitFor()
    await reach(page)
    await page.waitForTimeout(1_000)
    const scrolling = await mainThreadDuring(browser, () => scroll(page, devtools))
    const dragging = await mainThreadDuring(browser, () => drag(page, devtools))
    const pressing = await mainThreadDuring(browser, () => pressAll(page, KEYS))
    const week = await drawFullWeek(server, page, browser)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_CPU })
    await page.goto('about:blank')
    await page.setContent(plainBoard())
    await page.evaluate(watchPage)
    await page.waitForTimeout(1_000)
    const plain = await framesDuring(page, () => scroll(page, devtools))
    const plainPress = await answers(page, ['Control+k', 'Escape'])
    console.log(
      `a page that does nothing, in the same browser: frames ${plain.frame95.toFixed(1)} ms, longest task ${plain.longestTask.toFixed(1)} ms, press ${plainPress.toFixed(1)} ms`,
    )
    return report([
      ['first load, script and style, kB gzip', sizes.first, 100],
      ['largest later screen, kB gzip', sizes.later, 30],
      [`board of ${OPEN_DEALS} deals usable, ms (4 Mbit/s, 100 ms away)`, usable, 1_500],
      ['95 % of frames while scrolling, ms (CPU slowed 4 times)', scrolled.frame95, atLeast(FRAME_MS, plain.frame95)],
      ['longest task while scrolling, ms', scrolled.longestTask, atLeast(50, plain.longestTask)],
      ['95 % of frames while dragging, ms', dragged.frame95, FRAME_MS],
      ['longest task while dragging, ms', dragged.longestTask, 50],
      ['elements in the document', elements, 3_000],
      ['panel with what the board holds, ms', panel.held, 100],
      ['panel complete, ms', panel.complete, 400],
      ["another's change on the board, ms", live, 1_000],
      ['slowest answer to a press, ms', pressed, atLeast(100, plainPress)],
      ['processor time, slowed 4 times: 95 % of frames, scrolling, ms', SLOWED_CPU * scrolling.frame95, FRAME_MS],
      ['… longest task, scrolling, ms', SLOWED_CPU * scrolling.longestTask, 50],
      ['… 95 % of frames, dragging, ms', SLOWED_CPU * dragging.frame95, FRAME_MS],
      ['… longest task, dragging, ms', SLOWED_CPU * dragging.longestTask, 50],
      ['… longest task after a press, ms', SLOWED_CPU * pressing.longestTask, 100],
      ['… a week of 300 entries drawn, ms', SLOWED_CPU * week, 100],
    ])
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A machine on which a page that does nothing misses a budget cannot tell more than how far we are from that page. */
function atLeast(budget: number, plain: number): number {
  return Math.max(budget, plain * ABOVE_PLAIN)
}

/** What was measured against what it may be at most. */
export function report(rows: readonly (readonly [string, number, number])[]): boolean {
  for (const [name, value, budget] of rows)
    console.log(
      `${name.padEnd(66)} ${value.toFixed(1).padStart(8)}  (at most ${budget.toFixed(1)})${value > budget ? ' MISSED' : ''}`,
    )
  return rows.every(([, value, budget]) => value <= budget)
}

/** What a browser loads for the board, and what the largest of the other screens adds to that. */
async function bundleSizes(): Promise<{ first: number; later: number }> {
  const dist = packageFolder(import.meta.url, '..', 'app', 'dist')
  const { chunks } = JSON.parse(await readFile(`${dist}/manifest.json`, 'utf8')) as { chunks: Record<string, string[]> }
  const sizeOf = async (names: Iterable<string>) => {
    const sizes = await Promise.all([...names].map(async name => (await readFile(`${dist}/${name}.gz`)).length))
    return sizes.reduce((sum, size) => sum + size, 0) / 1_000
  }
  const first = new Set(['main.tsx', 'style/app.css', 'board/board.tsx'].flatMap(entry => chunks[entry] ?? []))
  const later = await Promise.all(Object.values(chunks).map(names => sizeOf(names.filter(name => !first.has(name)))))
  return { first: await sizeOf(first), later: Math.max(...later) }
}

async function signIn(page: Page, { origin }: BenchServer): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('E-mail').fill('bench@example.com')
  await page.getByLabel('Password').fill('bench-bench-bench')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app/)
}

const seenIn = (page: Page) => page.evaluate<Seen>('seen')

/** With nothing in the browser's cache, as on the first day. */
async function timeLoads(page: Page, devtools: CDPSession, { origin }: BenchServer): Promise<number> {
  const times: number[] = []
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  for (let load = 0; load < LOADS; load++) {
    await devtools.send('Network.clearBrowserCache')
    await page.goto('about:blank')
    await page.goto(`${origin}/app/deals`)
    await page.locator('[data-card]').first().waitFor()
    times.push((await seenIn(page)).usable)
  }
  await devtools.send('Network.emulateNetworkConditions', {
    ...NETWORK,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  return medianOf(times)
}

async function framesDuring(
  page: Page,
  gesture: () => Promise<void>,
): Promise<{ frame95: number; longestTask: number }> {
  await page.evaluate(noteFrames)
  const before = (await seenIn(page)).tasks.length
  await gesture()
  const frames = await page.evaluate(notedFrames)
  const sorted = frames.slice(1).sort((a, b) => a - b)
  const tasks = (await seenIn(page)).tasks.slice(before)
  return { frame95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, longestTask: Math.max(0, ...tasks) }
}

async function answers(page: Page, keys: readonly string[]): Promise<number> {
  await pressAll(page, keys)
  return Math.max(0, ...(await seenIn(page)).presses)
}
