import { expect, test } from 'vitest'
import { askedRange } from './rangeHeader.ts'

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=5-5', { start: 5, end: 5 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-8', undefined],
  ['bytes=0-1,3-4', undefined],
  ['items=0-1', undefined],
  ['kilobytes=0-1', undefined],
  ['bytes=-', undefined],
  ['bytes=99999999999999999999-', undefined],
])('%s of 100 bytes is %j', (range, expected) => {
  expect(askedRange(new Headers({ range }), 100, '"a"')).toEqual(expected)
})

test('a range for another version is not taken', () => {
  const headers = (etag: string) => new Headers({ range: 'bytes=0-1', 'if-range': etag })

  expect(askedRange(headers('"a"'), 100, '"a"')).toEqual({ start: 0, end: 1 })
  expect(askedRange(headers('"b"'), 100, '"a"')).toBeUndefined()
})
