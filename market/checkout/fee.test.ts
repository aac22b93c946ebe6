import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeOf, feeShares } from './fee.ts'

test.each([
  [1000, 1000, 100],
  [999, 1000, 100],
  [5, 1000, 1],
  [4, 1000, 0],
  [0, 1000, 0],
  [1234, 0, 0],
  [1250, 333, 42],
])('the fee on %i cents at %i hundredths of a percent is %i', (cents, feeBp, fee) => {
  expect(feeOf(cents, feeBp)).toBe(fee)
})

test('shares add up to the fee on the whole, and none is less than nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 20 }),
      fc.integer({ min: 0, max: 10_000 }),
      (prices, feeBp) => {
        const shares = feeShares(prices, feeBp)
        const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0)
        expect(shares).toHaveLength(prices.length)
        expect(sum(shares)).toBe(feeOf(sum(prices), feeBp))
        expect(shares.every(share => share >= 0)).toBe(true)
      },
    ),
  )
})
