import { expect, it } from 'vitest'
import { fromBase64Url, toBase64Url } from './bytes.ts'

it('writes base64url as Node does, for every length and every byte', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 255)

    expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
  }
})
