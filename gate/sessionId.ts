import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from './bytes.ts'

/**
 * A session's id is visible in the QR code; what proves that a browser opened it is the secret in its cookie, of
 * which the id is the hash: the first 16 bytes of SHA-256, shaped as a UUID v4.
 */
export function sessionIdOf(secret: string): string {
  const bytes = sha256(utf8(secret)).slice(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidOfHex(toHex(bytes))
}

/** Whether a store may be asked for it. Ours are UUIDs; an answer posted from elsewhere may name anything. */
export function isSessionId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id)
}

export function uuidOfHex(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
