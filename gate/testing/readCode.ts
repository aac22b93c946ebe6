import jsQR from 'jsqr'
import type { Page } from 'playwright-core'

/** The module matrix drawn into a picture, then read as a phone would. */
export async function readCode(page: Page, provider = 'self'): Promise<string> {
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
