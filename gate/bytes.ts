const encoder = new TextEncoder()

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** By hand: a few dozen bytes are done before `btoa` and its three replacements have begun. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff
    bits += 8
    for (; bits >= 6; bits -= 6) text += DIGITS[(held >> (bits - 6)) & 63]
  }
  return bits === 0 ? text : text + DIGITS[(held << (6 - bits)) & 63]
}

/** For text that is known to be base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

export { bytesToHex as toHex } from '@noble/hashes/utils.js'

/** Takes as long for the first differing byte as for the last. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  return difference === 0
}

export function sameText(one: string, other: string): boolean {
  return sameBytes(utf8(one), utf8(other))
}
