import Type from 'typebox'
import { expect, test, vi } from 'vitest'
import { coerce } from './coerce.ts'
import { listOf } from './schemas.ts'

const Ids = Type.Object({ ids: listOf(Type.Integer()) })

test('a list of more than 1,000 items in one text is refused before it is taken apart', () => {
  const split = vi.spyOn(String.prototype, 'split')

  expect(() => coerce(Ids, { ids: '1,'.repeat(400_000) })).toThrow('A list has more than 1000 items')
  expect(split.mock.results[0]?.value).toHaveLength(1_001)
  split.mockRestore()
})

test('items of several texts count together', () => {
  const half = Array(600).fill('1').join(',')
  const rest = Array(400).fill('2').join(',')

  expect(coerce(Ids, { ids: [half, rest] })).toEqual({ ids: [...Array(600).fill(1), ...Array(400).fill(2)] })
  expect(() => coerce(Ids, { ids: [half, rest, '3'] })).toThrow('A list has more than 1000 items')
  expect(() => coerce(Ids, { ids: [half, half] })).toThrow('A list has more than 1000 items')
})

test('a field named like what every object has keeps its value as it came', () => {
  expect(coerce(Ids, { constructor: '1', toString: '2' })).toEqual({ constructor: '1', toString: '2' })
})

test('the entries of a list that is too long stay as they are, unread', () => {
  const read = vi.fn(() => '1')
  const entry = Object.defineProperty({}, 'id', { get: read, enumerable: true })
  const Entries = Type.Object({ list: Type.Array(Type.Object({ id: Type.Integer() }), { maxItems: 2 }) })

  expect(coerce(Entries, { list: [{ id: '1' }, { id: '2' }] })).toEqual({ list: [{ id: 1 }, { id: 2 }] })
  coerce(Entries, { list: [entry, entry, entry] })
  expect(read).not.toHaveBeenCalled()
})
