import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { DEFLATE_END } from '../files/zip.ts'

/**
 * A piece of a gzip stream that any other may follow: deflated without looking back at what was before it. So what many
 * readers get is packed once, whatever each of them got earlier.
 */
export interface PackedPiece {
  bytes: Uint8Array
  /** Bytes before packing, their CRC-32, and what moves the CRC-32 of whatever stands before them past them. */
  size: number
  crc: number
  shift: number
}

/** What a gzip stream begins with (RFC 1952), without name and time. */
export const GZIP_HEADER: Uint8Array = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** Below this deflating costs more than it saves. */
const WORTH_DEFLATING = 512

/** Packs bytes on a thread beside the event loop. */
export async function packPiece(bytes: Uint8Array): Promise<PackedPiece> {
  if (bytes.byteLength < WORTH_DEFLATING) return storePiece(bytes)
  return pieceOf(bytes, await deflated(bytes, { level: 4, finishFlush: constants.Z_SYNC_FLUSH }))
}

/** The same at once and without making them smaller, for a few bytes. */
export function storePiece(bytes: Uint8Array): PackedPiece {
  const blocks: Uint8Array[] = []
  for (let from = 0; from < bytes.byteLength; from += MOST_STORED) {
    const part = bytes.subarray(from, from + MOST_STORED)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(part.byteLength, 1)
    head.writeUInt16LE(~part.byteLength & 0xffff, 3)
    blocks.push(head, part)
  }
  return pieceOf(bytes, Buffer.concat(blocks))
}

/** Pieces one after another as one. */
export function joinPieces(pieces: readonly PackedPiece[]): PackedPiece {
  const bytes = Buffer.concat(pieces.map(piece => piece.bytes))
  return pieces.reduce((before, piece) => ({ ...after(before, piece), bytes }), { ...NO_BYTES, bytes })
}

/** Counts what a gzip stream has in it, which has to be said at its end. */
export function openGzip(): { add(piece: PackedPiece): void; end(): Uint8Array } {
  let all = NO_BYTES
  return {
    add(piece) {
      all = after(all, piece)
    },
    end() {
      const sums = Buffer.alloc(8)
      sums.writeUInt32LE(all.crc, 0)
      sums.writeUInt32LE(all.size % 2 ** 32, 4)
      return Buffer.concat([DEFLATE_END, sums])
    },
  }
}

const deflated = promisify(deflateRaw)
const MOST_STORED = 0xffff

type Sums = Omit<PackedPiece, 'bytes'>

const ONE = 0x8000_0000
const NO_BYTES: Sums = { size: 0, crc: 0, shift: ONE }

function pieceOf(bytes: Uint8Array, packed: Uint8Array): PackedPiece {
  return { bytes: packed, size: bytes.byteLength, crc: crc32(bytes), shift: shiftBy(bytes.byteLength) }
}

function after(before: Sums, piece: Sums): Sums {
  return {
    size: before.size + piece.size,
    crc: (times(piece.shift, before.crc) ^ piece.crc) >>> 0,
    shift: times(piece.shift, before.shift),
  }
}

/*
 * A CRC is a remainder of polynomials over bits, the lowest power in the highest bit. That of two texts in a row is the
 * first one's times x to the number of bits of the second, plus the second one's; zlib calls it `crc32_combine`.
 */

const POLYNOMIAL = 0xedb8_8320

function times(one: number, other: number): number {
  let [product, factor] = [0, other]
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product >>> 0
}

/** x to the power of the bits of so many bytes, by squaring x to the 8. */
function shiftBy(size: number): number {
  let [power, square] = [ONE, ONE >>> 8]
  for (let left = size; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = times(square, power)
    square = times(square, square)
  }
  return power
}
