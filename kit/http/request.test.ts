import { expect, test, vi } from 'vitest'
import { formFields, parseForm, parseJson } from './request.ts'

test('__proto__ is refused as a field and welcome as a value', () => {
  expect(() => parseJson('{"a": {"__proto__" : {}}}')).toThrow('__proto__ is not a field')
  expect(() => parseJson('{"\\u005f_proto__": {"title": "x"}}')).toThrow('__proto__ is not a field')
  expect(() => parseJson('{"\\u005F\\u005f\\u0070\\u0072\\u006F\\u0074\\u006f_\\u005f"\t\n: 1}')).toThrow(
    '__proto__ is not',
  )
  expect(() => parseJson('{"a\\\\":1,"__proto__":2}')).toThrow('__proto__ is not a field')
  expect(parseJson('"a \\"__proto__\\": b"')).toBe('a "__proto__": b')
  expect(parseJson('{"a\\"__proto__": 1, "__PROTO__": 2, "a__proto__": 3}')).toEqual({
    'a"__proto__': 1,
    __PROTO__: 2,
    a__proto__: 3,
  })
  expect(parseJson('{"title": "__proto__", "list": ["__proto__"]}')).toEqual({
    title: '__proto__',
    list: ['__proto__'],
  })
})

test('a repeated key is one list, a key named like a method of objects is an ordinary key', () => {
  expect(formFields(new URLSearchParams('a=1&a=2&a[]=3&constructor=x&toString=y&toString=z&__proto__=w'))).toEqual({
    a: ['1', '2', '3'],
    constructor: 'x',
    toString: ['y', 'z'],
  })
})

test('the list of a repeated key is made once, not copied for every repetition', () => {
  const flat = vi.spyOn(Array.prototype, 'flat')
  const concat = vi.spyOn(Array.prototype, 'concat')

  const { a } = formFields(new URLSearchParams('a=&'.repeat(1_000).slice(0, -1)))

  expect([a?.length, flat.mock.calls.length, concat.mock.calls.length]).toEqual([1_000, 0, 0])
  vi.restoreAllMocks()
})

test('a form or a query of more than 1,000 fields is refused, the form before it is taken apart', () => {
  const made = vi.spyOn(globalThis, 'URLSearchParams')

  expect(() => parseForm('a&'.repeat(1_000))).toThrow('The form has more than 1000 fields')
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
  expect(parseForm('a&'.repeat(999)).size).toBe(999)
  expect(() => formFields(new URLSearchParams('a&'.repeat(1_001)))).toThrow('The query has more than 1000 keys')
})

test('JSON of more than 50,000 keys and elements is refused, whatever its strings hold', () => {
  const list = (length: number) => `[${Array(length).fill('"a,b\\",["').join(',')}]`

  expect(parseJson(list(50_000))).toHaveLength(50_000)
  expect(() => parseJson(list(50_001))).toThrow('The JSON has more than 50000 keys and list elements')
  expect(() => parseJson('{"a":[{}]}'.repeat(25_001))).toThrow('more than 50000')
  expect(() => parseJson(`[${'['.repeat(32)}`)).toThrow('nested deeper than 32 levels')
})

test('a JSON object of more than 2,000 keys is refused at any level, a list of as many elements is not', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":[1,2]`).join()
  expect(Object.keys(parseJson(`{${keys(2_000)}}`) as object)).toHaveLength(2_000)
  expect(() => parseJson(`{${keys(2_001)}}`)).toThrow('A JSON object has more than 2000 keys')
  expect(() => parseJson(`[{"a":{"b":1},${keys(2_000)}}]`)).toThrow('A JSON object has more than 2000 keys')
  expect(parseJson(`[{"a":1},[${'1,'.repeat(3_000)}1],{${keys(1_500)}},{${keys(1_500)}}]`)).toHaveLength(4)
  expect(parseJson(`{"a":[${'1,'.repeat(3_000)}1],"b":[${'{},'.repeat(3_000)}{}]}`)).toBeDefined()
})

test('brackets that close nothing are refused as JSON', () => {
  expect(() => parseJson(`]]],,,{"a":1,"b":2}`)).toThrow('The body is not valid JSON')
})

test('JSON is parsed without a call for each of its values, whatever is escaped in it', () => {
  const parse = vi.spyOn(JSON, 'parse')

  parseJson('{"a": "\\u0041 __proto__ \\u0000"}')

  expect(parse.mock.calls).toEqual([['{"a": "\\u0041 __proto__ \\u0000"}']])
  parse.mockRestore()
})
