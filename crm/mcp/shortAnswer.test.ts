import { expect, test } from 'vitest'
import { fitting, MOST_CHARACTERS, shortAnswer } from './shortAnswer.ts'

test('what has no value is left out; false, 0 and empty text stay', () => {
  expect(fitting({ a: null, b: [], c: {}, d: false, e: 0, f: '', g: { h: null, i: 1 } })).toBe(
    '{"d":false,"e":0,"f":"","g":{"i":1}}',
  )
})

test('an answer without anything says so', () => {
  expect(shortAnswer({ data: [] })).toBe('{"result":"nothing found"}')
  expect(shortAnswer({ data: { items: [], related_items: [] } })).toBe('{"result":"nothing found"}')
})

test('a list shows the fields that matter, and says how it goes on', () => {
  const data = [{ id: 1, name: 'A', much: 'x' }]

  expect(shortAnswer({ data, additional_data: { next_cursor: 'abc' } }, ['id', 'name'])).toBe(
    '{"items":[{"id":1,"name":"A"}],"more":"call again with cursor \\"abc\\""}',
  )
  expect(
    shortAnswer({ data, additional_data: { pagination: { more_items_in_collection: true, next_start: 20 } } }, ['id']),
  ).toBe('{"items":[{"id":1}],"more":"call again with start 20"}')
  expect(shortAnswer({ data, additional_data: { next_cursor: null } }, ['id'])).toBe('{"items":[{"id":1}]}')
})

test('the longer the answer, the less of each text; never more than an assistant can read', () => {
  const answer = JSON.parse(shortAnswer({ data: Array.from({ length: 50 }, () => ({ text: 'x'.repeat(5_000) })) }))

  expect(answer.items).toHaveLength(50)
  expect(answer.items[0].text).toBe(`${'x'.repeat(300)}… (cut)`)
  const endless = fitting(Array.from({ length: 50_000 }, (_, n) => n))
  expect(endless.length).toBeLessThan(MOST_CHARACTERS + 100)
  expect(endless).toContain('cut off')
})
