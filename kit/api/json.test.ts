import { expect, test } from 'vitest'
import { json, parsed, textAround, textOf, withFields } from './json.ts'

test('fields go behind those of the text, and JSON text goes in as it is', () => {
  expect(withFields('{"id" : 1}', { title: 'A "deal"', person: json('{"id" : 2}') })).toBe(
    '{"id" : 1,"title":"A \\"deal\\"","person":{"id" : 2}}',
  )
  expect(withFields('{"id":1}', { title: 'Deal', lost: null, won: undefined })).toBe(
    '{"id":1,"title":"Deal","lost":null}',
  )
  expect(withFields('{"id":1}', { person: json('null'), won: undefined })).toBe('{"id":1,"person":null}')
})

test('an empty object on either side leaves no comma behind', () => {
  expect(withFields('{}', { id: 1 })).toBe('{"id":1}')
  expect(withFields('{"id":1}', {})).toBe('{"id":1}')
  expect(withFields('{}', {})).toBe('{}')
})

test('what is written in bytes is passed on in bytes, and read where somebody looks into it', () => {
  const written = json<{ name: string }>(Buffer.from('{"name":"Jürgen"}'))

  const around = textAround('{"data":', written, ',"more":"ü"}')

  expect(around).toBeInstanceOf(Uint8Array)
  expect(Buffer.from(around).toString()).toBe('{"data":{"name":"Jürgen"},"more":"ü"}')
  expect(textAround('<', json('1'), '>')).toBe('<1>')
  expect(textAround('<', [1], '>')).toBe('<[1]>')
  expect(textAround('<', undefined, '>')).toBe('<null>')
  expect(textOf(written)).toBe('{"name":"Jürgen"}')
  expect(parsed(written)).toEqual({ name: 'Jürgen' })
  expect(withFields('{}', { person: written })).toBe('{"person":{"name":"Jürgen"}}')
})
