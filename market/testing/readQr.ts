import jsQr from 'jsqr'
import sharp from 'sharp'

/** What the QR code in a screenshot says; empty when none can be read. */
export async function readQr(screenshot: Buffer): Promise<string> {
  const { data, info } = await sharp(screenshot).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

/** One cast: the package is CommonJS, and its types say where bundlers find the function. */
const decode = ((jsQr as unknown as { default?: typeof jsQr }).default ?? jsQr) as unknown as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null
