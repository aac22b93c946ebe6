import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedSince, type Field, fieldValue, isEmpty, patched, patchOf, type ShownRecord } from './fieldValue.ts'

const record: ShownRecord = { id: 1, title: 'A', value: 5, custom_fields: { k: 1, other: 2 } }

test('a patch touches its fields and no others, also among those of the company', () => {
  expect(patched(record, { title: 'B' })).toEqual({ ...record, title: 'B' })
  expect(patched(record, { custom_fields: { k: 9 } })).toEqual({ ...record, custom_fields: { k: 9, other: 2 } })
})

test('a conflict is a field of the patch that has another value than before, whatever else has changed', () => {
  const values = fc.record({ title: fc.constantFrom('A', 'B'), value: fc.constantFrom(5, 6), k: fc.constantFrom(1, 7) })
  fc.assert(
    fc.property(values, fc.subarray(['title', 'value', 'k']), ({ k, ...now }, touched) => {
      const current = { ...record, ...now, custom_fields: { k, other: 3 } }
      const patch: Record<string, unknown> = {}
      for (const code of touched) if (code === 'k') patch.custom_fields = { k: 100 }
      for (const code of touched) if (code !== 'k') patch[code] = 'mine'

      const before: Record<string, unknown> = { title: 'A', value: 5, k: 1 }
      const after: Record<string, unknown> = { ...now, k }
      expect(changedSince(record, current, patch)).toEqual(
        ['title', 'value', 'k'].filter(code => touched.includes(code) && before[code] !== after[code]),
      )
    }),
  )
})

test('what is not there is the same as what is empty', () => {
  expect(
    changedSince({ id: 1 }, { id: 1, note: null, custom_fields: { k: null } }, { note: 1, custom_fields: { k: 1 } }),
  ).toEqual([])
})

const field = (field_code: string, is_custom_field: boolean): Field => ({
  field_code,
  field_name: 'Name',
  field_type: 'varchar',
  is_custom_field,
  options: null,
})

test('fields of every company are read and changed beside each other, those of its own below', () => {
  expect(fieldValue(record, field('title', false))).toBe('A')
  expect(fieldValue(record, field('k', true))).toBe(1)
  expect(fieldValue(record, field('k', false))).toBeUndefined()
  expect(fieldValue({ id: 1 }, field('k', true))).toBeUndefined()
  expect(patchOf(field('title', false), 'B')).toEqual({ title: 'B' })
  expect(patchOf(field('k', true), 9)).toEqual({ custom_fields: { k: 9 } })
})

test.each([[null], [undefined], [''], [[]]])('%j is empty', value => expect(isEmpty(value)).toBe(true))

test.each([[0], [false], [' '], [[0]], [{}], [{ length: 0 }]])('%j is not', value => expect(isEmpty(value)).toBe(false))

test('a record without fields of the company is compared too', () => {
  expect(changedSince({ id: 1, custom_fields: { k: 1 } }, { id: 1 }, { custom_fields: { k: 2 } })).toEqual(['k'])
  expect(changedSince({ id: 1 }, { id: 1, custom_fields: { k: 1 } }, { custom_fields: { k: 2 } })).toEqual(['k'])
})
