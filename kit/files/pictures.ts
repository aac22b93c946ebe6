import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { failure, isFailure } from '../api/failure.ts'
import { atMost } from '../jobs/atMost.ts'
import { sniffType } from './sniffType.ts'

/** A picture made here: re-encoded, upright, without metadata. */
export interface Picture {
  bytes: Uint8Array
  /** JPEG, or PNG when something in it is transparent. */
  type: 'image/jpeg' | 'image/png'
  width: number
  height: number
}

/** The bytes, or how to get them once it is their turn: a picture that waits in line then takes no memory. */
export type PictureSource = Uint8Array | (() => Promise<Uint8Array>)

/**
 * A square of `size` pixels out of the middle, or out of the given part, for a face or a tile. Smaller pictures are
 * enlarged.
 *
 * @example const { bytes, type } = await squarePicture(uploaded, 256)
 */
export function squarePicture(source: PictureSource, size: number, part?: PicturePart): Promise<Picture> {
  return remake(source, picture => (part ? picture.extract(part) : picture).resize(size, size, { fit: 'cover' }))
}

/** The part of an upright picture to keep, in pixels. */
export interface PicturePart {
  left: number
  top: number
  width: number
  height: number
}

/** The whole picture with its longer edge at most `maxEdge` pixels. Smaller pictures keep their size. */
export function fitPicture(source: PictureSource, maxEdge: number): Promise<Picture> {
  return remake(source, picture => picture.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true }))
}

const TAKEN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** The cameras of phones reach this. */
const MOST_PIXELS = 50_000_000
/** Of a picture that has to be in memory as a whole, some six bytes for each pixel. */
const MOST_PIXELS_HELD = 24_000_000
const LONGEST_SECONDS = 20

/** Pictures in memory as they were sent; the rest wait in line. */
const held = atMost(4, 100)
/** Decoding is what costs memory and time, so few pictures are decoded at once, and of those held whole one. */
const decodingByLines = atMost(1)
const decodingWhole = atMost(1)

function remake(source: PictureSource, resize: (picture: Sharp) => Sharp): Promise<Picture> {
  return held(async () => {
    const bytes = source instanceof Uint8Array ? source : await source()
    // Asked before the decoder sees a byte: of the many formats it reads, only these are passed to it.
    if (!TAKEN.includes(sniffType(bytes))) throw failure('unsupported', 'Send a PNG, JPEG, GIF or WebP picture')
    try {
      const picture = await open(bytes)
      const decoding = isHeldWhole(await picture.metadata()) ? decodingWhole : decodingByLines
      return await decoding(() => encode(resize(picture)))
    } catch (error) {
      throw isFailure(error) ? error : explain(error)
    }
  })
}

/** Loaded at the first picture, so that a server that never sees one does not pay for it. */
async function open(bytes: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Pictures come once, so there is nothing to gain from its cache; one thread each leaves the others for requests.
  sharp.cache(false)
  sharp.concurrency(1)
  const options: SharpOptions = {
    limitInputPixels: MOST_PIXELS,
    // A cut-off file is refused; deviations of cameras from the format, which are only warnings, are not.
    failOn: 'error',
    // The first frame of an animation.
    pages: 1,
  }
  return sharp(bytes, options).autoOrient().timeout({ seconds: LONGEST_SECONDS })
}

/** Most pictures are read line by line; interlaced ones, turned ones and some formats cannot be. */
function isHeldWhole({ format, isProgressive, orientation = 1, width, height }: Metadata): boolean {
  const isScattered = isProgressive === true || format === 'gif' || format === 'webp'
  if (isScattered && width * height > MOST_PIXELS_HELD)
    throw failure(
      'too_large',
      `An interlaced or progressive picture, a GIF or a WebP may have ${MOST_PIXELS_HELD / 1_000_000} million pixels; send a plain JPEG or PNG`,
    )
  return isScattered || orientation > 1
}

async function encode(picture: Sharp): Promise<Picture> {
  // Colours are brought to sRGB, as the profile that explains them goes with the rest of the metadata.
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { default: sharp } = await import('sharp')
  const { width, height, channels } = info
  const made = sharp(data, { raw: { width, height, channels } })
  const opaque = channels < 4 || (await made.stats()).isOpaque
  const encoded = opaque ? made.removeAlpha().jpeg({ quality: 82 }) : made.png()
  return { bytes: await encoded.toBuffer(), type: opaque ? 'image/jpeg' : 'image/png', width, height }
}

function explain(error: unknown): Error {
  const log = error instanceof Error ? error.message : String(error)
  if (/exceeds pixel limit/i.test(log)) {
    return failure('too_large', `The picture has more than ${MOST_PIXELS / 1_000_000} million pixels`, { log })
  }
  if (/extract_area/i.test(log)) return failure('invalid', 'The part to keep lies outside of the picture', { log })
  return failure('invalid', 'The picture is damaged and cannot be read', { log })
}
