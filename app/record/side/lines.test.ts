import { expect, test } from 'vitest'
import { lineWords, totalOf } from './lines.ts'

const line = {
  quantity: 2,
  item_price: 100,
  discount: 0,
  discount_type: 'percentage',
  tax: 0,
  tax_method: 'none',
  currency: 'USD',
  is_enabled: true,
} as const

test('a line says price, discount and tax, and nothing that is not there', () => {
  expect(lineWords(line)).toBe('2 × $100')
  expect(lineWords({ ...line, discount: 10, tax: 20, tax_method: 'exclusive' })).toBe(
    '2 × $100, 10 % off, plus 20 % tax',
  )
  expect(lineWords({ ...line, discount: 5, discount_type: 'amount', tax: 7, tax_method: 'inclusive' })).toBe(
    '2 × $100, $5 off, with 7 % tax',
  )
  expect(lineWords({ ...line, tax: 7, is_enabled: false })).toBe('2 × $100, not counted')
})

test('the total leaves out lines that do not count, and has no noise of binary fractions', () => {
  const sums = [0.1, 0.2, 5].map((sum, nr) => ({ sum, is_enabled: nr < 2 }))
  expect(totalOf(sums)).toBe(0.3)
})
