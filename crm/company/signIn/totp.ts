import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/*
 * Codes of an authenticator app: RFC 6238 with SHA-1, six digits and thirty seconds, which is what every app knows.
 */

const STEP_SECONDS = 30
/** A clock may be half a minute off, and typing takes time. */
const STEPS_AROUND = 1

/** 160 random bits, as RFC 4226 recommends, in the letters that apps take. */
export function newTotpSecret(): string {
  return base32(randomBytes(20))
}

/** The time step a code is right for, after `lastStep`; undefined for a wrong code and one that was used. */
export function matchingStep(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  for (let step = current - STEPS_AROUND; step <= current + STEPS_AROUND; step++)
    if (step > lastStep && isEqual(totpCode(fromBase32(secret), step), code)) return step
  return undefined
}

/** The code of a time step (RFC 4226, section 5.3). */
export function totpCode(key: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** What the QR code says to an app. */
export function totpAddress(secret: string, email: string, host: string): string {
  const label = encodeURIComponent(`Portico ${host}:${email}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(`Portico ${host}`)}`
}

function isEqual(right: string, given: string): boolean {
  return right.length === given.length && timingSafeEqual(Buffer.from(right), Buffer.from(given))
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function base32(bytes: Uint8Array): string {
  let [bits, held, text] = [0, 0, '']
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + LETTERS[(held << (5 - bits)) & 31] : text
}

export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let [bits, held] = [0, 0]
  for (const letter of text) {
    held = (held << 5) | LETTERS.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}
