import { utf8 } from '../bytes.ts'
import { dataLength, layoutOf, versionFor } from './qrLayout.ts'
import { remainderOf } from './reedSolomon.ts'

/** A square of modules, row by row; 1 is dark. */
export interface QrCode {
  readonly size: number
  readonly modules: Uint8Array
}

/**
 * A QR code that holds a text as bytes, in the smallest version it fits into; undefined when it fits into none.
 *
 * Made for links on a screen: always the lowest error correction, since nothing is torn or dirty there, and always the
 * same mask, since any mask makes a readable code and trying all eight would cost nine tenths of the time. So all that
 * depends on the text are its bytes and their correction; the rest is drawn once for each version.
 */
export function qrCode(text: string): QrCode | undefined {
  const bytes = utf8(text)
  const version = versionFor(bytes.length)
  if (version === undefined) return undefined
  const { size, blank, blocks, places, generator } = layoutOf(version)
  const data = dataCodewords(bytes, version)
  const corrections = blocks.map(({ start, end }) => remainderOf(data.subarray(start, end), generator))
  const modules = blank.slice()
  let bit = 0
  for (const codewords of [data, ...corrections]) {
    for (const codeword of codewords) {
      for (let shift = 7; shift >= 0; shift--) {
        const place = places[bit++] ?? 0
        modules[place] = (modules[place] ?? 0) ^ ((codeword >> shift) & 1)
      }
    }
  }
  return { size, modules }
}

const BYTE_MODE = 0b0100

/** The mode in four bits, the length in 8 or 16, the bytes, four bits to end, then two bytes in turn to the brim. */
function dataCodewords(bytes: Uint8Array, version: number): Uint8Array {
  const head = version < 10 ? [bytes.length] : [bytes.length >> 8, bytes.length & 0xff]
  const codewords = new Uint8Array(dataLength(version))
  // Four bits stand before everything, so each byte lies across two codewords.
  let held = BYTE_MODE
  let filled = 0
  const put = (byte: number) => {
    codewords[filled++] = ((held << 4) | (byte >> 4)) & 0xff
    held = byte & 0x0f
  }
  for (const byte of head) put(byte)
  for (const byte of bytes) put(byte)
  put(0)
  for (let padding = 0xec; filled < codewords.length; padding ^= 0xec ^ 0x11) codewords[filled++] = padding
  return codewords
}
