import { expect, test } from 'vitest'
import { refuseItself, sideOf } from './rules.ts'

const parent = { type: 'parent', owner_org_id: 1, linked_org_id: 2 } as const

test('to the parent the other is a daughter, to the daughter a parent', () => {
  expect(sideOf(parent, 1)).toEqual({ calculated_type: 'daughter', calculated_related_org_id: 2 })
  expect(sideOf(parent, 2)).toEqual({ calculated_type: 'parent', calculated_related_org_id: 1 })
})

test('what is related is so from both sides', () => {
  const related = { ...parent, type: 'related' } as const
  expect(sideOf(related, 1)).toEqual({ calculated_type: 'related', calculated_related_org_id: 2 })
  expect(sideOf(related, 2)).toEqual({ calculated_type: 'related', calculated_related_org_id: 1 })
})

test('an organization has no relationship with itself', () => {
  expect(refuseItself(parent)).toBeUndefined()
  expect(() => refuseItself({ ...parent, linked_org_id: 1 })).toThrow(
    expect.objectContaining({ code: 'invalid', details: { field: 'rel_linked_org_id' } }),
  )
})
