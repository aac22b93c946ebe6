import { expect, test } from 'vitest'
import { parseWhen } from './when.ts'

/** A Monday. */
const TODAY = '2026-11-16'

test.each([
  ['today', '2026-11-16', undefined],
  ['Tomorrow 9:30', '2026-11-17', '09:30'],
  ['fri 10', '2026-11-20', '10:00'],
  ['monday', '2026-11-23', undefined],
  ['su', '2026-11-22', undefined],
  ['tom', '2026-11-17', undefined],
  ['  Fri \t  10 ', '2026-11-20', '10:00'],
  ['in 3 days', '2026-11-19', undefined],
  ['in 1 day 8', '2026-11-17', '08:00'],
  ['in 3', '2026-11-19', undefined],
  ['+100', '2027-02-24', undefined],
  ['today 0:00', '2026-11-16', '00:00'],
  ['+7 23:59', '2026-11-23', '23:59'],
  ['2026-12-24', '2026-12-24', undefined],
  ['2028-02-29 9', '2028-02-29', '09:00'],
])('%s', (text, date, time) => {
  expect(parseWhen(text, TODAY)).toEqual({ date, time })
})

test.each([
  ...[
    '',
    'x',
    'm',
    'fri 24',
    'fri 25',
    'fri 9:60',
    'fri 9:77',
    'fri 9:5',
    'fri 123',
    'fri 1:234',
    '2026-13-01',
    '2026-02-30',
    '2026-02-30 9:30',
    '2026-04-31',
    'soon',
    '10',
  ],
  ...['x2026-12-24', '2026-12-245', 'x+7', '+7x', 'in 3 daysx', '+1000', '9:30', 'x 9:30'],
])('nothing for %j', text => {
  expect(parseWhen(text, TODAY)).toBeUndefined()
})
