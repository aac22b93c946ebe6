import { expect, it } from 'vitest'
import { toHex } from './bytes.ts'
import { pooledRandomBytes } from './randomBytes.ts'

it('never hands out the same bytes twice, also across refills, and none of them empty', () => {
  const randomBytes = pooledRandomBytes()
  const seen = new Set<string>()
  for (let index = 0; index < 2_000; index++) seen.add(toHex(randomBytes(index % 2 === 0 ? 32 : 17)))

  expect(seen.size).toBe(2_000)
  expect([...seen].filter(hex => /^0+$/.test(hex))).toEqual([])
})

it('refuses more than it can hold', () => {
  expect(() => pooledRandomBytes()(5_000)).toThrow(RangeError)
})
