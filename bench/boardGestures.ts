import type { CDPSession, Locator, Page } from 'playwright-core'

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

/** Comes to a column with the pointer, as one does before scrolling it. */
export async function reach(page: Page): Promise<void> {
  const [x, y] = await placeInColumn(page)
  await page.mouse.move(x, y)
}

/** Through a column, for three seconds. */
export async function scroll(page: Page, devtools: CDPSession): Promise<void> {
  const [x, y] = await placeInColumn(page)
  await devtools.send('Input.synthesizeScrollGesture', { x, y, yDistance: -9_000, speed: 9_000 / (GESTURE_MS / 1_000) })
}

async function placeInColumn(page: Page): Promise<[x: number, y: number]> {
  const box = await page.locator('.column-cards').first().boundingBox()
  return [(box?.x ?? 0) + 50, (box?.y ?? 0) + 200]
}

/** A card to and fro over the board, and then not dropped. Played by the browser: what would drive its mouse costs it time. */
export async function drag(page: Page, devtools: CDPSession): Promise<void> {
  const box = await (await firstInView(page)).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 20]
  const mouse = (
    type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
    at: { x: number; y: number },
    buttons: number,
  ) =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      ...at,
      button: buttons || type !== 'mouseMoved' ? 'left' : 'none',
      buttons,
      clickCount: 1,
    })
  await mouse('mouseMoved', { x, y }, 0)
  await mouse('mousePressed', { x, y }, 1)
  const begun = performance.now()
  for (let at = 0; performance.now() - begun < GESTURE_MS; at++)
    await mouse('mouseMoved', { x: x + 300 + 250 * Math.sin(at / 20), y: y + 150 + 80 * Math.cos(at / 15) }, 1)
  await page.keyboard.press('Escape')
  await mouse('mouseReleased', { x, y }, 0)
}

/** The first card that is seen whole: others are in the document above it. */
async function firstInView(page: Page): Promise<Locator> {
  const top = (await page.locator('.column-cards').first().boundingBox())?.y ?? 0
  const boxes = await page
    .locator('[data-card]')
    .evaluateAll(cards => cards.map(card => card.getBoundingClientRect().y))
  return page.locator('[data-card]').nth(boxes.findIndex(y => y >= top))
}

/** Presses keys on the first card that is seen, each answered before the next. */
export async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  await (await firstInView(page)).focus()
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
}
