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
  ['in 3 days', '2026-11-19', undefined],
  ['+7 23:59', '2026-11-23', '23:59'],
  ['2026-12-24', '2026-12-24', undefined],
])('%s', (text, date, time) => {
  expect(parseWhen(text, TODAY)).toEqual({ date, time })
})

test.each(['', 'x', 'm', 'fri 25', 'fri 9:77', '2026-13-01', 'soon', '10'])('nothing for %j', text => {
  expect(parseWhen(text, TODAY)).toBeUndefined()
})
