import { expect, test } from 'vitest'
import { refuseUnstorable } from './storable.ts'

const refusal = (field: string) => expect.objectContaining({ status: 400, details: { field } })

test('text that cannot be stored is refused by the path to it', () => {
  expect(() => refuseUnstorable({ title: 'a\0b' })).toThrow(refusal('title'))
  expect(() => refuseUnstorable({ list: [{ label: 'ok' }, { label: '\ud800' }] })).toThrow(refusal('list.1.label'))
  expect(() => refuseUnstorable({ fields: { 'a\0': 1 } })).toThrow(refusal('fields'))
  expect(() => refuseUnstorable('\udc00')).toThrow(refusal('body'))
})

test('all other text passes, whole surrogate pairs too', () => {
  expect(() => refuseUnstorable({ title: 'Иван 東京 😀\n\t', none: null, count: 1, deep: [[['x']]] })).not.toThrow()
})
