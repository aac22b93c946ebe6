import { deflateSync } from 'node:zlib'

/** A valid beginning of a PNG of any size, with next to nothing behind it. */
export function pngClaiming(width: number, height: number): Buffer {
  return png(width, height, { interlaced: false }, deflateSync(Buffer.alloc(1_000)))
}

/**
 * A square PNG of one colour, all of it there: a few hundred kilobytes that become a picture of 4 bytes a pixel.
 * Interlaced, so that a decoder cannot work line by line.
 */
export function interlacedPng(edge: number): Buffer {
  const known = interlaced.get(edge)
  if (known) return known
  const made = png(edge, edge, { interlaced: true }, deflateSync(Buffer.alloc(interlacedBytes(edge)), { level: 1 }))
  interlaced.set(edge, made)
  return made
}

const interlaced = new Map<number, Buffer>()

/** First column and row, and steps, of the seven passes. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Each line of each pass is a byte for its filter and 4 for each pixel. */
function interlacedBytes(edge: number): number {
  return PASSES.reduce((bytes, [left, top, across, down]) => {
    const columns = Math.ceil((edge - left) / across)
    const rows = Math.ceil((edge - top) / down)
    return bytes + rows * (1 + columns * 4)
  }, 0)
}

function png(width: number, height: number, kind: { interlaced: boolean }, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits each of red, green, blue and opacity.
  header.set([8, 6, 0, 0, kind.interlaced ? 1 : 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, block('IHDR', header), block('IDAT', data), block('IEND', Buffer.alloc(0))])
}

function block(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(12 + data.length)
  out.writeUInt32BE(data.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), 8 + data.length)
  return out
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** A GIF of one pixel a frame on a large canvas. */
export function manyFrames(frames: number): Buffer {
  const size = [0x88, 0x13, 0x88, 0x13]
  const head = Buffer.from([...Buffer.from('GIF89a'), ...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}
