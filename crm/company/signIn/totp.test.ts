import { describe, expect, test } from 'vitest'
import { base32, fromBase32, matchingStep, newTotpSecret, totpAddress, totpCode } from './totp.ts'

const KEY = Buffer.from('12345678901234567890')
const SECRET = base32(KEY)
const at = (seconds: number) => new Date(seconds * 1000)

describe('RFC 6238, appendix B', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i seconds: %s', (seconds, code) => {
    expect(totpCode(KEY, Math.floor(seconds / 30), 8)).toBe(code)
    expect(matchingStep(SECRET, code.slice(2), at(seconds), 0)).toBe(Math.floor(seconds / 30))
  })
})

describe('RFC 4648, section 10', () => {
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %j', (text, letters) => {
    expect(base32(Buffer.from(text))).toBe(letters)
    expect(Buffer.from(fromBase32(letters)).toString()).toBe(text)
  })
})

test('a code is good half a minute before and after, and no longer', () => {
  const code = totpCode(KEY, 100)

  const times = [98, 99, 100, 101, 102].map(step => matchingStep(SECRET, code, at(step * 30), 0))

  expect(times).toEqual([undefined, 100, 100, 100, undefined])
})

test('a code of the last step taken, or before it, is none', () => {
  expect(matchingStep(SECRET, totpCode(KEY, 100), at(3000), 100)).toBeUndefined()
  expect(matchingStep(SECRET, totpCode(KEY, 99), at(3000), 100)).toBeUndefined()
  expect(matchingStep(SECRET, totpCode(KEY, 101), at(3000), 100)).toBe(101)
})

test.each(['', '12345', '1234567', 'abcdef'])('%j is no code', code => {
  expect(matchingStep(SECRET, code, at(3000), 0)).toBeUndefined()
})

test('a new secret has 160 bits, and the address names who and where', () => {
  const secret = newTotpSecret()

  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(totpAddress(secret, 'ann@example.org', 'crm.example.org')).toBe(
    `otpauth://totp/Portico%20crm.example.org%3Aann%40example.org?secret=${secret}&issuer=Portico%20crm.example.org`,
  )
})
