import type { Locator, Page } from 'playwright-core'

/** Takes hold of something with the mouse and lets it go over something else. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.waitFor()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('what is dragged is not on screen')
  await page.mouse.move(start.x + 20, start.y + 20)
  await page.mouse.down()
  await page.mouse.move(start.x + 40, start.y + 30)
  await page.mouse.move(end.x + 60, end.y + 120, { steps: 5 })
  await page.mouse.up()
}
