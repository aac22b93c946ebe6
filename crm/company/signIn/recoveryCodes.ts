import { randomBytes } from 'node:crypto'
import { digestOf } from '../../base/access/apiToken.ts'
import { base32 } from './totp.ts'

const HOW_MANY = 10

/** Ten codes of 80 random bits for somebody who loses the device; shown once, kept as digests. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const letters = base32(randomBytes(10)).toLowerCase()
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
}

/** However it was typed: without the dashes, in capital letters. */
export function recoveryDigest(code: string): Buffer {
  return digestOf(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
}
