import { expect, test } from 'vitest'
import { checkSubtaskStays, placeAfter } from './rules.ts'

const before = { phase_id: 1, group_id: 2 }

test('what is not said stays, null takes it away', () => {
  expect(placeAfter(before, {})).toEqual(before)
  expect(placeAfter(before, { phase_id: 3 })).toEqual({ phase_id: 3, group_id: 2 })
  expect(placeAfter(before, { group_id: null })).toEqual({ phase_id: 1, group_id: null })
})

test('a subtask is sent where it is and nowhere else; a task goes anywhere', () => {
  expect(() => checkSubtaskStays(7, before, { ...before })).not.toThrow()
  expect(() => checkSubtaskStays(null, before, { phase_id: 9, group_id: 9 })).not.toThrow()
  for (const [after, field] of [
    [{ phase_id: 9, group_id: 2 }, 'phase_id'],
    [{ phase_id: 1, group_id: null }, 'group_id'],
    [{ phase_id: 9, group_id: 9 }, 'phase_id'],
  ] as const)
    expect(() => checkSubtaskStays(7, before, after)).toThrow(
      expect.objectContaining({ code: 'invalid', details: { field } }),
    )
})
