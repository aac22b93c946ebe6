import { describe, expect, test, vi } from 'vitest'
import { toyOperations } from '../testing/toyApi.ts'
import { contentType, formFields, parseForm, parseJson, readBody, readText } from './request.ts'

const post = (body: ConstructorParameters<typeof Response>[0], headers: Record<string, string> = {}) =>
  new Request('http://portico.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

/** A body that arrives piece by piece. */
const arriving = (...chunks: Uint8Array[]) => ReadableStream.from(chunks) as ReadableStream<Uint8Array<ArrayBuffer>>

describe('a body', () => {
  const [json] = toyOperations
  if (!json) throw new Error('the toy has operations')
  const form = { ...json, bodyKind: 'form' as const }
  const typed = (body: string, type: string) =>
    post(new TextEncoder().encode(body), type ? { 'content-type': type } : {})

  test.each([
    ['application/json', '{"a":1}', { a: 1 }],
    ['Application/JSON; charset=utf-8', '{"a":1}', { a: 1 }],
    ['application/merge-patch+json', '{"a":1}', { a: 1 }],
    ['', '{"a":1}', { a: 1 }],
    ['application/x-www-form-urlencoded', 'a=1&b[c]=2', { a: '1', b: { c: '2' } }],
    ['application/x-www-form-urlencoded', '', undefined],
    ['text/plain', '', undefined],
  ])('of the type "%s": %s', async (type, body, expected) => {
    expect(await readBody(typed(body, type), json)).toEqual(expected)
  })

  test('without a type is a form where the operation takes forms, and JSON where it says so', async () => {
    expect(await readBody(typed('a=1', ''), form)).toEqual({ a: '1' })
    expect(await readBody(typed('{"a":1}', 'application/json'), form)).toEqual({ a: 1 })
  })

  test.each(['text/plain', 'application/jsonx', 'application/+json2'])('of the type %s is unsupported', async type => {
    await expect(readBody(typed('{"a":1}', type), json)).rejects.toMatchObject({
      code: 'unsupported',
      details: { field: 'content-type' },
    })
  })

  test('has the type in front of its parameters, in lower case, or none', () => {
    expect(contentType(typed('', ' Text/HTML ; charset=x'))).toBe('text/html')
    expect(contentType(post(null))).toBe('')
  })
})

describe('the text of a body', () => {
  const bytes = new TextEncoder().encode('grün €')

  test('is put together from its pieces, letters cut in two among them', async () => {
    expect(await readText(post(arriving(...[...bytes].map(byte => Uint8Array.of(byte)))))).toBe('grün €')
    expect(await readText(post(arriving(bytes.slice(0, -1))))).toBe('grün \ufffd')
    expect(await readText(post(null))).toBe('')
  })

  test('may have as many bytes as are allowed, and no more', async () => {
    const tooLarge = { code: 'too_large', details: { field: 'body' } }

    expect(await readText(post(arriving(bytes, bytes)), 18)).toBe('grün €grün €')
    await expect(readText(post(arriving(bytes, bytes)), 17)).rejects.toMatchObject(tooLarge)
    expect(await readText(post('123', { 'content-length': '3' }), 3)).toBe('123')
    await expect(readText(post('123', { 'content-length': '4' }), 3)).rejects.toMatchObject(tooLarge)
  })

  test('that was cut off is refused, with its error for the log', async () => {
    const broken = () =>
      new ReadableStream({
        pull() {
          throw new Error('ECONNRESET')
        },
      })
    const cutOff = { code: 'invalid', details: { field: 'body', log: 'Error: ECONNRESET' } }

    await expect(readText(post(broken()))).rejects.toMatchObject(cutOff)
    await expect(readText(post(broken(), { 'content-length': '3' }))).rejects.toMatchObject(cutOff)
  })
})

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
  expect(Object.keys(formFields(new URLSearchParams('__proto__[]=w&[]=1&a[]b=2')))).toEqual(['', 'a[]b'])
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
  expect(() => parseForm('a&'.repeat(1_000))).toThrow(expect.objectContaining({ details: { field: 'body' } }))
  expect(Object.keys(formFields(new URLSearchParams('a&'.repeat(1_000))))).toEqual(['a'])
  expect(() => formFields(new URLSearchParams('a&'.repeat(1_001)))).toThrow(
    expect.objectContaining({ message: 'The query has more than 1000 keys', details: { field: 'query' } }),
  )
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
  expect(() => parseJson(`]]],,,{"a":1,"b":2}`)).toThrow(
    expect.objectContaining({ code: 'invalid', message: 'The body is not valid JSON', details: { field: 'body' } }),
  )
})

test('JSON of 32 levels is read, brackets within strings and behind each other counted as none', () => {
  const deep = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`

  expect(parseJson(deep(32))).toBeDefined()
  expect(() => parseJson(deep(34))).toThrow('nested deeper than 32 levels')
  expect(parseJson(`[${'[],'.repeat(100)}${'{},'.repeat(100)}"${'[{'.repeat(100)}\\\\"]`)).toHaveLength(201)
  expect(() => parseJson(`"${'[{'.repeat(100)}`)).toThrow('The body is not valid JSON')
  expect(() => parseJson('{"__proto__": 1}')).toThrow(expect.objectContaining({ details: { field: '__proto__' } }))
})

test('JSON is parsed without a call for each of its values, whatever is escaped in it', () => {
  const parse = vi.spyOn(JSON, 'parse')

  parseJson('{"a": "\\u0041 __proto__ \\u0000"}')

  expect(parse.mock.calls).toEqual([['{"a": "\\u0041 __proto__ \\u0000"}']])
  parse.mockRestore()
})
