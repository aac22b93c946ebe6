import { expect, test } from 'vitest'
import { dayName, daysBetween, today } from './days.ts'

test('a day is the day of the person, and stays it over a change of clocks', () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(daysBetween('2026-11-16', '2026-11-15')).toBe(-1)
})

test('near days by name, others by date, the year only when it is another', () => {
  const now = '2026-11-16'
  expect(['2026-11-15', '2026-11-16', '2026-11-17'].map(day => dayName(day, now))).toEqual([
    'yesterday',
    'today',
    'tomorrow',
  ])
  expect(dayName('2026-11-20', now)).not.toContain('2026')
  expect(dayName('2027-11-20', now)).toContain('2027')
})
