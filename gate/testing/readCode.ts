import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const JSQR = readFileSync(createRequire(import.meta.url).resolve('jsqr'), 'utf8')

/** Reads the code that a page shows, from a screenshot of it. */
export async function readCode(page: Page, provider = 'self'): Promise<string> {
  const plate = await page.locator(`section[data-provider=${provider}] .plate`).screenshot()
  return readPicture(page, plate, {}, { background: '#fff', scale: 1 })
}

/**
 * Reads the code as a phone's camera would see it: 300 pixels wide, tilted and turned in space, out of focus by `blur`
 * of those pixels, with little contrast and light that falls from one side. Drawn at twice that size and then made
 * smaller, as each point of a camera gathers the light of an area.
 */
export async function readPhoto(page: Page, blur: number): Promise<string> {
  const plate = await page.locator('.plate').first().screenshot()
  const style = {
    width: '600px',
    transform: 'perspective(1800px) rotateX(14deg) rotateY(-10deg) rotateZ(6deg)',
    filter: `blur(${2 * blur}px) contrast(.6) brightness(.85)`,
    mask: 'linear-gradient(100deg, #000, rgb(0 0 0 / .75))',
  }
  return readPicture(page, plate, style, { background: '#888', scale: 0.5 })
}

/** The picture laid on a table with this style, photographed, and read by jsQR. */
async function readPicture(
  page: Page,
  picture: Buffer,
  style: Record<string, string>,
  { background, scale }: { background: string; scale: number },
): Promise<string> {
  const table = await page.context().newPage()
  try {
    await table.setViewportSize({ width: 800, height: 800 })
    await table.setContent(`<body style="margin:90px;background:${background}"><img alt="">`)
    await table.evaluate(
      async ({ source, style }) => {
        const image = document.images[0]
        if (!image) return
        Object.assign(image.style, style)
        image.src = source
        await image.decode()
      },
      { source: asAddress(picture), style },
    )
    const photo = await table.screenshot()
    await table.evaluate(JSQR)
    return await table.evaluate(
      async ({ source, scale }) => {
        const image = new Image()
        image.src = source
        await image.decode()
        const [width, height] = [image.width * scale, image.height * scale]
        const context = new OffscreenCanvas(width, height).getContext('2d')
        if (!context) return ''
        context.imageSmoothingQuality = 'high'
        context.drawImage(image, 0, 0, width, height)
        // One cast: jsQR puts itself there.
        const { jsQR } = window as unknown as {
          jsQR(data: Uint8ClampedArray, width: number, height: number): { data: string } | null
        }
        return jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data ?? ''
      },
      { source: asAddress(photo), scale },
    )
  } finally {
    await table.close()
  }
}

function asAddress(picture: Buffer): string {
  return `data:image/png;base64,${picture.toString('base64')}`
}
