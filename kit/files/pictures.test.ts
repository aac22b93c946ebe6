import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fitPicture, squarePicture } from './pictures.ts'

const RED = { r: 255, g: 0, b: 0 }
const BLUE = { r: 0, g: 0, b: 255 }

describe('makes', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a square out of a %s', async format => {
    const given = await plain(300, 200).toFormat(format).toBuffer()

    const made = await squarePicture(given, 64)

    expect(made).toMatchObject({ type: 'image/jpeg', width: 64, height: 64 })
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 64 })
    expect(await colourAt(made.bytes, 32, 32)).toBe('red')
  })

  test('the square out of the middle', async () => {
    const given = await halves(300, 100).png().toBuffer()

    const made = await squarePicture(given, 100)

    expect(await colourAt(made.bytes, 10, 50)).toBe('red')
    expect(await colourAt(made.bytes, 90, 50)).toBe('blue')
  })

  test('the whole picture within its edge, and leaves small ones their size', async () => {
    const large = await plain(1000, 500).png().toBuffer()
    const small = await plain(40, 30).png().toBuffer()

    expect(await fitPicture(large, 200)).toMatchObject({ width: 200, height: 100 })
    expect(await fitPicture(small, 200)).toMatchObject({ width: 40, height: 30 })
  })

  test('PNG of what is transparent', async () => {
    const given = await sharp({ create: { width: 50, height: 50, channels: 4, background: { ...RED, alpha: 0.5 } } })
      .webp()
      .toBuffer()

    const made = await fitPicture(given, 20)

    expect(made.type).toBe('image/png')
    expect((await sharp(made.bytes).stats()).isOpaque).toBe(false)
  })

  test('JPEG of a PNG whose every pixel is opaque', async () => {
    const given = await plain(20, 20).ensureAlpha().png().toBuffer()

    expect((await fitPicture(given, 20)).type).toBe('image/jpeg')
  })

  test('an upright picture of a turned one', async () => {
    // Red left, blue right, and the note that it must be turned a quarter to the right.
    const given = await halves(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer()

    const made = await fitPicture(given, 200)

    expect(made).toMatchObject({ width: 100, height: 200 })
    expect(await colourAt(made.bytes, 50, 20)).toBe('red')
    expect(await colourAt(made.bytes, 50, 180)).toBe('blue')
    expect((await sharp(made.bytes).metadata()).orientation).toBeUndefined()
  })

  test('a picture without metadata', async () => {
    const exif = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '52/1 13/1 0/1', GPSLatitudeRef: 'N' } }
    const given = await plain(100, 100).jpeg().withExif(exif).withIccProfile('p3').toBuffer()
    expect((await sharp(given).metadata()).exif).toBeDefined()

    const { bytes } = await fitPicture(given, 100)

    const metadata = await sharp(bytes).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.icc).toBeUndefined()
    expect(metadata.xmp).toBeUndefined()
    expect(Buffer.from(bytes).includes('Somebody')).toBe(false)
  })

  test('a still of the first frame of an animation', async () => {
    const given = await animation([RED, BLUE])
    expect((await sharp(given, { animated: true }).metadata()).pages).toBe(2)

    const made = await fitPicture(given, 50)

    expect(made).toMatchObject({ width: 50, height: 50, type: 'image/jpeg' })
    expect(await colourAt(made.bytes, 25, 25)).toBe('red')
  })

  test('no more than four at once out of a store; the others are not read yet', async () => {
    const given = await plain(20, 20).png().toBuffer()
    let reading = 0
    let go = () => {}
    const gone = new Promise<void>(resolve => {
      go = resolve
    })
    const read = async () => {
      reading++
      await gone
      return given
    }

    const making = Promise.all(Array.from({ length: 10 }, () => fitPicture(read, 10)))
    await expect.poll(() => reading).toBe(4)
    go()

    expect(await making).toHaveLength(10)
    expect(reading).toBe(10)
  })

  test('grey pictures too', async () => {
    const given = await plain(30, 30).toColourspace('b-w').png().toBuffer()

    expect(await squarePicture(given, 10)).toMatchObject({ width: 10, height: 10 })
  })
})

describe('refuses', () => {
  test('413 for a bomb: few bytes, many pixels', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: RED } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)

    await expect(fitPicture(bomb, 100)).rejects.toMatchObject({ code: 'too_large', status: 413 })
  })

  test.each([
    ['an interlaced PNG', () => plain(5_000, 5_000).png({ progressive: true })],
    ['a progressive JPEG', () => plain(5_000, 5_000).jpeg({ progressive: true })],
    ['a WebP', () => plain(5_000, 5_000).webp({ effort: 0 })],
  ])('413 for %s of 25 million pixels, which would be in memory as a whole', async (_, picture) => {
    const given = await picture().toBuffer()

    await expect(fitPicture(given, 100)).rejects.toMatchObject({ status: 413 })
  })

  test('a plain PNG of as many pixels is read line by line', async () => {
    const given = await plain(5_000, 5_000).png().toBuffer()

    expect(await fitPicture(given, 100)).toMatchObject({ width: 100, height: 100 })
  })

  test('413 for a head that claims far more than the file holds', async () => {
    const claimed = await plain(10, 10).png().toBuffer()
    claimed.writeUInt32BE(60_000, 16)
    claimed.writeUInt32BE(60_000, 20)
    claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29)

    await expect(fitPicture(claimed, 100)).rejects.toMatchObject({ code: 'too_large', status: 413 })
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['text', Buffer.from('not a picture')],
    ['nothing', Buffer.alloc(0)],
  ])('415 for %s', async (_what, bytes) => {
    await expect(squarePicture(bytes, 10)).rejects.toMatchObject({ code: 'unsupported', status: 415 })
  })

  test('415 for a TIFF and an AVIF, which the decoder would take', async () => {
    for (const format of ['tiff', 'avif'] as const) {
      const given = await plain(16, 16).toFormat(format).toBuffer()
      await expect(squarePicture(given, 10)).rejects.toMatchObject({ code: 'unsupported' })
    }
  })

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('400 for a %s cut off in the middle', async format => {
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
    const given = await sharp({ create: { width: 200, height: 200, channels: 3, background: RED, noise } })
      .toFormat(format)
      .toBuffer()

    const cut = given.subarray(0, given.length / 2)

    await expect(fitPicture(cut, 100)).rejects.toMatchObject({ code: 'invalid', status: 400 })
  })

  test('400 for a head with nothing behind it', async () => {
    await expect(fitPicture(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 100)).rejects.toMatchObject({ code: 'invalid' })
  })
})

/** As PNG has it; zlib of Node 20 does not offer it in every version. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: RED } })
}

/** Red on the left, blue on the right. */
function halves(width: number, height: number) {
  const half = { width: width / 2, height, channels: 3, background: BLUE } as const
  return plain(width, height).composite([{ input: { create: half }, left: width / 2, top: 0 }])
}

async function animation(colours: { r: number; g: number; b: number }[]): Promise<Buffer> {
  const frames = await Promise.all(
    colours.map(background =>
      sharp({ create: { width: 50, height: 50, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

async function colourAt(bytes: Uint8Array, left: number, top: number): Promise<string> {
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width = 0 } = await sharp(bytes).metadata()
  const at = (top * width + left) * 3
  const [r = 0, , b = 0] = data.subarray(at, at + 3)
  return r > 200 && b < 60 ? 'red' : b > 200 && r < 60 ? 'blue' : `rgb(${data.subarray(at, at + 3).join()})`
}
