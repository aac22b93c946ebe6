import { expect, test, vi } from 'vitest'
import { newRequestId } from './requestId.ts'

test('ids are of version 7, differ, and rise with time', () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
  const ids = [newRequestId(), newRequestId()]
  now.mockReturnValue(1_700_000_000_001)
  const later = newRequestId()
  now.mockRestore()

  for (const id of [...ids, later])
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(ids[0]).not.toBe(ids[1])
  expect(ids.every(id => id < later)).toBe(true)
})
