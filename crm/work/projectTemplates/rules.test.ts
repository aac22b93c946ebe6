import { describe, expect, test } from 'vitest'
import { checkSize, dayAfter, daysAfter, groupsOf } from './rules.ts'
import type { TemplateActivity, TemplateTask } from './shape.ts'

test.each([
  ['2026-02-27', 2, '2026-03-01'],
  ['2024-02-27', 2, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-01-01', 0, '2026-01-01'],
  ['9999-12-30', 36_500, '9999-12-31'],
])('from %s by %d days is %s', (day, days, other) => {
  expect(dayAfter(day, days)).toBe(other)
})

test('a day is found again by how far it is, as far as a template can say', () => {
  expect(daysAfter('2026-02-27', '2026-03-01')).toBe(2)
  expect(daysAfter('2026-01-01', '2025-12-31')).toBe(-1)
  expect(daysAfter('2026-01-01', '2125-12-08')).toBe(36_500)
  expect(daysAfter('2026-01-01', '2125-12-09')).toBeNull()
  expect([daysAfter('2026-01-01', null), dayAfter('2026-01-01', null)]).toEqual([null, null])
})

const task = (group: string | null, subtasks = 0) =>
  ({ group, subtasks: Array(subtasks).fill({}) }) as unknown as TemplateTask
const activity = (group: string | null) => ({ group }) as TemplateActivity

test('groups are those given and those named, each once', () => {
  const named = groupsOf({
    groups: ['B', 'A', 'B'],
    tasks: [task('A'), task(null), task('C')],
    activities: [activity('D')],
  })

  expect(named).toEqual(['B', 'A', 'C', 'D'])
})

describe('a template holds', () => {
  const nothing = { groups: [], tasks: [], activities: [] }

  test.each([
    [{ tasks: [task(null, 499)] }, { tasks: [task(null, 500)] }, 'tasks', '500 tasks with their subtasks'],
    [
      { activities: Array(200).fill(activity(null)) },
      { activities: Array(201).fill(activity(null)) },
      'activities',
      '200 activities',
    ],
    [{ groups: Array(100).fill('G') }, { groups: Array(101).fill('G') }, 'groups', '100 groups'],
    [{ groups: ['x'.repeat(999_988)] }, { groups: ['x'.repeat(999_989)] }, 'tasks', '1000000 bytes'],
  ])('as much as it may, and no more', (most, tooMuch, field, limit) => {
    expect(() => checkSize({ ...nothing, ...most })).not.toThrow()
    expect(() => checkSize({ ...nothing, ...tooMuch })).toThrow(
      expect.objectContaining({ message: `A template holds at most ${limit}`, details: { field } }),
    )
  })
})
