import { expect, test } from 'vitest'
import { json, withFields } from './json.ts'

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
