import { expect, test } from 'vitest'
import { parsePeriod, writePeriod } from './period.ts'

test.each([
  ['this-month', '2026-11', 1],
  ['this-quarter', '2026-10', 3],
  ['last-3-months', '2026-09', 3],
  ['last-12-months', '2025-12', 12],
  ['this-year', '2026-01', 12],
  ['last-year', '2025-01', 12],
  ['2026-02..2026-04', '2026-02', 3],
])('in November 2026, %s is from %s, %d months', (text, from, months) => {
  expect(parsePeriod(text, '2026-11')).toEqual({ from, months })
})

test.each([
  null,
  '',
  'toString',
  '2026-04..2026-02',
  '2020-01..2026-11',
  '2026-02..',
])('an address may say anything: %s is the last twelve months', text => {
  expect(parsePeriod(text, '2026-11')).toEqual({ from: '2025-12', months: 12 })
})

test('months that somebody chose are written as they are read', () => {
  expect(writePeriod({ from: '2025-11', months: 4 })).toBe('2025-11..2026-02')
})
