import { expect, test } from 'vitest'
import { numberIn } from './numberText.ts'

test.each([
  ['12', 12],
  [' -1.5e3 ', -1500],
  ['.5', 0.5],
  ['5.', 5],
  ['+0010', 10],
  ['1'.repeat(400), Number('1'.repeat(400))],
])('%s is a number', (text, number) => {
  expect(numberIn(text)).toBe(number)
})

test.each([
  '',
  ' ',
  '.',
  '-',
  '1e',
  'e5',
  '0x10',
  '1_000',
  '1 2',
  '1a',
  'Infinity',
  'NaN',
  '1'.repeat(401),
])('%s is no number', text => {
  expect(numberIn(text)).toBeUndefined()
})
