import type { CDPSession, Page } from 'playwright-core'

const GESTURE_MS = 3_000

/** Opens, walks and closes what a person does all day. */
export const KEYS = [
  'Control+k',
  'Escape',
  '?',
  'Escape',
  'ArrowDown',
  'ArrowDown',
  'x',
  'ArrowRight',
  'x',
  'Escape',
  'm',
  'Escape',
]
/** Through a column, for three seconds. */
export async function scroll(page: Page, devtools: CDPSession): Promise<void> {
  const box = await page.locator('.column-cards').first().boundingBox()
  const [x, y] = [(box?.x ?? 0) + 50, (box?.y ?? 0) + 200]
  await devtools.send('Input.synthesizeScrollGesture', { x, y, yDistance: -9_000, speed: 9_000 / (GESTURE_MS / 1_000) })
}

/** A card to and fro over the board, and then not dropped. */
export async function drag(page: Page): Promise<void> {
  const box = await page.locator('[data-card]').first().boundingBox()
  const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const begun = performance.now()
  for (let at = 0; performance.now() - begun < GESTURE_MS; at++)
    await page.mouse.move(x + 300 + 250 * Math.sin(at / 20), y + 150 + 80 * Math.cos(at / 15))
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

/** Presses keys on the first card, each answered before the next. */
export async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  await page.locator('[data-card]').first().focus()
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
}
