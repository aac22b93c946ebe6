import { describe, expect, test } from 'vitest'
import { existingTime, readMoment, readTime, readTimeV1, timeV1, timeV2, updatedBetween } from './time.ts'

test.each([
  ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
  ['2024-02-29T23:59:59+02:00', '2024-02-29T21:59:59.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('%s is a time', (text, iso) => {
  expect(existingTime(text)?.toISOString()).toBe(iso)
})

const NONE = [
  '2026-02-30T00:00:00',
  '2026-13-01T00:00:00',
  '2026-01-01T24:00:00',
  '2026-01-01T00:60:00',
  '0000-01-01T00:00:00',
]

describe.each(NONE)('%s is no time', text => {
  test('400 in v2', () => {
    expect(() => readTime(`${text}Z`, 'add_time')).toThrow('add_time must be a time')
  })

  test('400 in v1', () => {
    expect(() => readTimeV1(text.replace('T', ' '), 'add_time')).toThrow('add_time must be a time')
  })
})

test.each([
  [null, null],
  [undefined, undefined],
  ['', null],
  ['2026-03-01 08:00:00', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01 08:00:00.25', '2026-03-01T08:00:00.250Z'],
  ['2026-03-01 08:00:00+02:30', '2026-03-01T05:30:00.000Z'],
  ['2026-03-01T08:00:00-11:00', '2026-03-01T19:00:00.000Z'],
])('v1 reads %j', (text, iso) => {
  const time = readTimeV1(text, 'add_time')
  expect(time instanceof Date ? time.toISOString() : time).toBe(iso)
})

test('400 in v1 names the field', () => {
  const naming = expect.objectContaining({ code: 'invalid', details: { field: 'add_time' } })
  for (const text of ['soon', '2026-03-01', '2026-03-01 08:00', '2026-03-01 08:00:00 +02:00'])
    expect(() => readTimeV1(text, 'add_time'), text).toThrow(naming)
})

test('a moment is kept as it was written, to the microsecond', () => {
  for (const text of ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.123456Z']) expect(readMoment(text, 'at')).toBe(text)
  const naming = expect.objectContaining({ code: 'invalid', details: { field: 'at' } })
  for (const text of ['2026-02-30T08:00:00Z', '2026-03-01 08:00:00', 'now'])
    expect(() => readMoment(text, 'at'), text).toThrow(naming)
})

test.each(['9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00'])('%s lies outside of the calendar', text => {
  expect(() => readTime(text, 'add_time')).toThrow('add_time must be a time')
})

test('times are written in UTC, in the form of each version', () => {
  const time = new Date('2026-03-01T08:09:10.123Z')
  expect(timeV1(time)).toBe('2026-03-01 08:09:10')
  expect(timeV2(time)).toBe('2026-03-01T08:09:10Z')
})

test('updates are looked for between the times that are given', () => {
  expect(updatedBetween({})).toEqual({ updated_since: undefined, updated_until: undefined })
  expect(updatedBetween({ updated_since: '2026-03-01T08:00:00Z', updated_until: '2026-03-02T08:00:00Z' })).toEqual({
    updated_since: new Date('2026-03-01T08:00:00Z'),
    updated_until: new Date('2026-03-02T08:00:00Z'),
  })
  const naming = (field: string) => expect.objectContaining({ code: 'invalid', details: { field } })
  expect(() => updatedBetween({ updated_since: 'x' })).toThrow(naming('updated_since'))
  expect(() => updatedBetween({ updated_until: 'x' })).toThrow(naming('updated_until'))
  expect(readTime('2026-03-01T08:00:00Z', 'add_time')).toEqual(new Date('2026-03-01T08:00:00Z'))
})
