import { expect, test } from 'vitest'
import { isMonth, lastDayOf, monthAfter, monthOf, monthsFrom } from './months.ts'

test('months go on over the year, and end with their last day', () => {
  expect(monthsFrom('2026-11', 3)).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(monthAfter('2026-01', -2)).toBe('2025-11')
  expect(['2026-02', '2028-02', '2026-12'].map(lastDayOf)).toEqual(['2026-02-28', '2028-02-29', '2026-12-31'])
})

test.each([
  ['2026-10-31', 'earlier'],
  ['2026-11-01', '2026-11'],
  ['2027-01-31', '2027-01'],
  [null, 'none'],
])('seen from November 2026, %s is in %s', (day, column) => {
  expect(monthOf(day, '2026-11')).toBe(column)
})

test('an address may say anything: only months are months', () => {
  expect([null, '', '2026-13', '2026-1', '2026-11-01', '2026-11'].map(isMonth)).toEqual([
    ...[false, false, false, false, false],
    true,
  ])
})
