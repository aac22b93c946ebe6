import { expect, test } from 'vitest'
import { guessDateOrder, guessNumberStyle, isEmail, phoneDigits, readDay, readNumber } from './cells.ts'

test.each([
  ['2026-03-04', 'dmy', '2026-03-04'],
  ['2026/3/4', 'mdy', '2026-03-04'],
  ['20260304', 'dmy', '2026-03-04'],
  ['2026-03-04T10:00:00Z', 'dmy', '2026-03-04'],
  ['04/03/2026', 'dmy', '2026-03-04'],
  ['04/03/2026', 'mdy', '2026-04-03'],
  ['4.3.26', 'dmy', '2026-03-04'],
  ['4.3.85', 'dmy', '1985-03-04'],
  ['4 Mar 2026', 'mdy', '2026-03-04'],
  ['4. März 2026', 'dmy', '2026-03-04'],
  ['March 4, 2026', 'dmy', '2026-03-04'],
  ['Dec 1st, 2026', 'dmy', '2026-12-01'],
  ['4-Mar-26', 'dmy', '2026-03-04'],
  ['31/02/2026', 'dmy', undefined],
  ['13/13/2026', 'dmy', undefined],
  ['soon', 'dmy', undefined],
  ['4 Foo 2026', 'dmy', undefined],
] as const)('%s, read as %s, is %s', (cell, order, day) => {
  expect(readDay(cell, order)).toBe(day)
})

test('the order of day and month is that of the first cell which can be read in one way only', () => {
  expect(guessDateOrder(['01/02/2026', '13/02/2026'])).toEqual({ order: 'dmy', isPlain: true })
  expect(guessDateOrder(['01/02/2026', '02/13/2026'])).toEqual({ order: 'mdy', isPlain: true })
  expect(guessDateOrder(['01/02/2026'])).toEqual({ order: 'mdy', isPlain: false })
  expect(guessDateOrder(['01.02.2026'])).toEqual({ order: 'dmy', isPlain: true })
  expect(guessDateOrder(['2026-01-02', 'text'])).toEqual({ order: 'dmy', isPlain: true })
})

test.each([
  ['1.234,56', 'comma', 1234.56],
  ['1,234.56', 'point', 1234.56],
  ['1.234', 'comma', 1234],
  ['1.234', 'point', 1.234],
  ['1 234,5', 'comma', 1234.5],
  ["1'234.50", 'point', 1234.5],
  ['€ 1.000', 'comma', 1000],
  ['1000 EUR', 'comma', 1000],
  ['-5', 'point', -5],
  ['(12.5)', 'point', -12.5],
  ['40%', 'point', 40],
  ['.5', 'point', 0.5],
  ['12,34,567', 'point', 1234567],
  ['1,2,3', 'point', undefined],
  ['1.2.3', 'point', undefined],
  ['abc', 'point', undefined],
  ['', 'point', undefined],
] as const)('%s, read with a decimal %s, is %s', (cell, style, number) => {
  expect(readNumber(cell, style)).toBe(number)
})

test('how a column writes numbers is that of the first cell which tells', () => {
  expect(guessNumberStyle(['100', '1.234', '2,5'], 'point')).toBe('comma')
  expect(guessNumberStyle(['1,234', '2.50'], 'comma')).toBe('point')
  expect(guessNumberStyle(['1.234.567'], 'point')).toBe('comma')
  expect(guessNumberStyle(['1.234'], 'comma')).toBe('comma')
})

test('phones are compared by their digits, e-mail addresses have an @ and a domain', () => {
  expect(phoneDigits('+49 (171) 555-666')).toBe('49171555666')
  expect(phoneDigits('0049171555666')).toBe('49171555666')
  expect(phoneDigits('123')).toBeUndefined()
  expect(['a@b.de', 'a b@c.de', 'a@b', '@b.de', 'x'].map(isEmail)).toEqual([true, false, false, false, false])
})
