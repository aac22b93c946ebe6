import { expect, test } from 'vitest'
import { clock, dayAndClock, dayName, daysBetween, isDay, localDue, momentOf, today, utcDue } from './days.ts'

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

test('a time has hours and minutes of two digits', () => {
  expect(clock(new Date(2026, 0, 5, 9, 5))).toBe('09:05')
  expect(dayAndClock(new Date(2020, 0, 5, 9, 5).toISOString())).toBe(`${dayName('2020-01-05')} 09:05`)
  expect(momentOf('2026-01-05', '09:05:30')).toEqual(new Date('2026-01-05T09:05:00Z'))
  expect(utcDue('2026-01-05', undefined)).toEqual({ due_date: '2026-01-05' })
  expect(utcDue('2026-01-05', '')).toEqual({ due_date: '2026-01-05' })
})

test.each([
  'Pacific/Honolulu',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Europe/Berlin',
  'UTC',
])('in %s what is typed comes back as it was, and whole days stay', zone => {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    for (const day of ['2026-03-29', '2026-10-25', '2026-04-05', '2026-12-31', '2027-01-01'])
      for (const time of ['00:15', '09:30', '23:45']) {
        const { due_date, due_time = null } = utcDue(day, time)
        expect(localDue({ due_date, due_time })).toEqual({ due_date: day, due_time: time })
      }
    expect(localDue({ due_date: '2026-11-16', due_time: null })).toEqual({ due_date: '2026-11-16', due_time: null })
  } finally {
    process.env.TZ = before
  }
})

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-2-1', false],
  ['2026-02', false],
  ['2026', false],
  ['on 2026-02-28', false],
  ['2026-02-28T00:00', false],
  ['today', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
