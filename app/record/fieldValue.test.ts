import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedSince, patched, type ShownRecord } from './fieldValue.ts'

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
