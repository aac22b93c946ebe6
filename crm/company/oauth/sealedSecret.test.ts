import { expect, test } from 'vitest'
import { openSealedSecret, sealSecret } from './sealedSecret.ts'

const [FORMER, CURRENT] = ['a'.repeat(32), 'b'.repeat(32)]

test('a sealed secret opens with the secret that sealed it, also after that one was rotated', () => {
  const sealed = sealSecret('app secret', FORMER)

  expect(openSealedSecret(sealed, [FORMER])).toBe('app secret')
  expect(openSealedSecret(sealed, [CURRENT, FORMER])).toBe('app secret')
  expect(sealed.includes('app secret')).toBe(false)
})

test('undefined with another secret, and when a byte was changed', () => {
  const sealed = sealSecret('app secret', FORMER)
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)

  expect(openSealedSecret(sealed, [CURRENT])).toBeUndefined()
  expect(openSealedSecret(changed, [FORMER])).toBeUndefined()
})
