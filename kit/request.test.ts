import { expect, test } from 'vitest'
import { parseJson } from './request.ts'

test('__proto__ is refused as a field and welcome as a value', () => {
  expect(() => parseJson('{"a": {"__proto__" : {}}}', 8)).toThrow('__proto__ is not a field')
  expect(() => parseJson('{"\\u005f_proto__": {"title": "x"}}', 8)).toThrow('__proto__ is not a field')
  expect(parseJson('"a \\"__proto__\\": b"', 8)).toBe('a "__proto__": b')
  expect(parseJson('{"title": "__proto__", "list": ["__proto__"]}', 8)).toEqual({
    title: '__proto__',
    list: ['__proto__'],
  })
})
