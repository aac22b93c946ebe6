import { expect, test } from 'vitest'
import { isoDay, RELATIVE_DATES, stretchOf } from './relativeDates.ts'

/** A Sunday, the last day of a long month. */
const NOW = new Date('2026-05-31T15:30:00Z')

function days(name: string): [string | undefined, string | undefined] {
  const stretch = stretchOf(name, NOW)
  return [stretch?.from?.toISOString().slice(0, 10), stretch?.to?.toISOString().slice(0, 10)]
}

test('relative dates are whole days, weeks from Monday, months and quarters', () => {
  expect(days('today')).toEqual(['2026-05-31', '2026-06-01'])
  expect(days('this_week')).toEqual(['2026-05-25', '2026-06-01'])
  expect(days('next_week')).toEqual(['2026-06-01', '2026-06-08'])
  expect(days('last_month')).toEqual(['2026-04-01', '2026-05-01'])
  expect(days('last_quarter')).toEqual(['2026-01-01', '2026-04-01'])
  expect(days('3_weeks_ago')).toEqual(['2026-05-10', '2026-05-11'])
})

test('a month that is too short gives its last day', () => {
  expect(days('3_months_ago')).toEqual(['2026-02-28', '2026-03-01'])
  expect(days('in_1_month')).toEqual(['2026-06-30', '2026-07-01'])
  expect(days('in_1_months')).toEqual(['2026-06-30', '2026-07-01'])
})

test('open stretches have one end', () => {
  expect(days('before_today')).toEqual([undefined, '2026-05-31'])
  expect(days('later_or_tomorrow')).toEqual(['2026-06-01', undefined])
})

test('what is neither a name nor a day that exists is nothing', () => {
  for (const text of [
    'someday',
    '2026-02-30',
    '0000-01-01',
    '2026-02-30 10:00:00',
    '',
    'constructor',
    '2026-13-01',
    '7_months_ago',
  ])
    expect(stretchOf(text, NOW)).toBeUndefined()
})

test('every name stands for a stretch', () => {
  for (const name of Object.keys(RELATIVE_DATES)) expect(stretchOf(name, NOW)).toBeDefined()
  expect(Object.keys(RELATIVE_DATES)).toHaveLength(34)
})

test('the first and the last day of the calendar are days too', () => {
  expect(days('0001-01-01')).toEqual(['0001-01-01', '0001-01-02'])
  expect(days('9999-12-31')).toEqual(['9999-12-31', '9999-12-31'])
})

test('every name has its distance', () => {
  expect(days('last_week')).toEqual(['2026-05-18', '2026-05-25'])
  expect(days('next_month')).toEqual(['2026-06-01', '2026-07-01'])
  expect(days('this_quarter')).toEqual(['2026-04-01', '2026-07-01'])
  expect(days('yesterday')).toEqual(['2026-05-30', '2026-05-31'])
  expect(days('tomorrow')).toEqual(['2026-06-01', '2026-06-02'])
  expect(days('in_3_weeks')).toEqual(['2026-06-21', '2026-06-22'])
  expect(days('1_week_ago')).toEqual(['2026-05-24', '2026-05-25'])
  expect(days('1_weeks_ago')).toEqual(['2026-05-24', '2026-05-25'])
  expect(days('before_tomorrow')).toEqual([undefined, '2026-06-01'])
  expect(days('later_or_today')).toEqual(['2026-05-31', undefined])
  expect(stretchOf('now', NOW)).toEqual({ from: NOW, to: NOW })
  expect(stretchOf('not_1_weeks_ago', NOW)).toBeUndefined()
})

test('a moment is the second it names', () => {
  const second = { from: new Date('2026-03-01T08:09:10Z'), to: new Date('2026-03-01T08:09:11Z') }
  for (const text of ['2026-03-01 08:09:10', '2026-03-01T08:09:10', '2026-03-01T08:09:10Z', '2026-03-01 08:09:10Z'])
    expect(stretchOf(text, NOW)).toEqual(second)
  for (const text of [
    '2026-03-01x08:09:10',
    '2026-03-01 08:09',
    '2026-03-01 08:09:10.5',
    '2026-03-01 x8:09:10',
    '2026-03-01 0x:09:10',
    '2026-03-01 08:x9:10',
    '2026-03-01 08:0x:10',
    '2026-03-01 08:09:x0',
    '2026-03-01 08:09:1x',
    '2026-03-01 25:00:00',
    '2026-03-01  08:09:10',
  ])
    expect(stretchOf(text, NOW), text).toBeUndefined()
})

test('a day is written as one, what is no time as nothing', () => {
  expect(isoDay(NOW)).toBe('2026-05-31')
  expect(isoDay(new Date('x'))).toBe('')
})
