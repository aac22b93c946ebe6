import { expect, test } from 'vitest'
import { openSealedSecret, sealSecret } from './sealedSecret.ts'

const [FORMER, CURRENT] = ['a'.repeat(32), 'b'.repeat(32)]

test('a sealed secret opens with the secret that sealed it, also after that one was rotated', () => {
  const sealed = sealSecret('app secret', 'tests', FORMER)

  expect(openSealedSecret(sealed, 'tests', [FORMER])).toBe('app secret')
  expect(openSealedSecret(sealed, 'tests', [CURRENT, FORMER])).toBe('app secret')
  expect(sealed.includes('app secret')).toBe(false)
})

test('undefined with another secret, and when a byte was changed', () => {
  const sealed = sealSecret('app secret', 'tests', FORMER)
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)

  expect(openSealedSecret(sealed, 'tests', [CURRENT])).toBeUndefined()
  expect(openSealedSecret(changed, 'tests', [FORMER])).toBeUndefined()
})

test('what was sealed for one purpose is not opened for another', () => {
  const sealed = sealSecret('app secret', 'tests', CURRENT)

  expect(openSealedSecret(sealed, 'other tests', [CURRENT])).toBeUndefined()
})
