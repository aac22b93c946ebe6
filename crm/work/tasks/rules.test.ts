import { describe, expect, test } from 'vitest'
import {
  checkBecomesSubtask,
  checkDates,
  checkLeavesProject,
  checkParent,
  decideAssignees,
  type TaskLinks,
} from './rules.ts'

const task = (changes: Partial<TaskLinks> = {}): TaskLinks => ({
  id: 1,
  project_id: 10,
  parent_task_id: null,
  ...changes,
})
const refused = (field: string) => expect.objectContaining({ code: 'invalid', details: { field } })

describe('who a task is given to', () => {
  test('stays when neither is sent', () => expect(decideAssignees({})).toBeUndefined())

  test('one alone is the only one, null is nobody', () => {
    expect(decideAssignees({ assignee_id: 5 })).toEqual([5])
    expect(decideAssignees({ assignee_id: null })).toEqual([])
  })

  test('a list is taken in its order, each once', () => {
    expect(decideAssignees({ assignee_ids: [7, 5, 7] })).toEqual([7, 5])
    expect(decideAssignees({ assignee_ids: [] })).toEqual([])
  })

  test('both agree when the one is the first of the list', () => {
    expect(decideAssignees({ assignee_id: 7, assignee_ids: [7, 5] })).toEqual([7, 5])
    expect(decideAssignees({ assignee_id: null, assignee_ids: [] })).toEqual([])
    expect(() => decideAssignees({ assignee_id: 5, assignee_ids: [7, 5] })).toThrow(refused('assignee_id'))
    expect(() => decideAssignees({ assignee_id: null, assignee_ids: [7] })).toThrow(refused('assignee_id'))
    expect(() => decideAssignees({ assignee_id: 7, assignee_ids: [] })).toThrow(refused('assignee_id'))
  })
})

test('a task begins no later than it is due', () => {
  for (const [start_date, due_date] of [
    ['2026-01-01', '2026-01-01'],
    ['2026-01-01', '2026-01-02'],
    [null, '2026-01-01'],
    ['2026-01-01', null],
    [null, null],
  ] as const)
    expect(() => checkDates({ start_date, due_date })).not.toThrow()
  expect(() => checkDates({ start_date: '2026-01-02', due_date: '2026-01-01' })).toThrow(refused('start_date'))
})

test('a parent is a task without a parent, in the same project', () => {
  expect(() => checkParent(task(), 10)).not.toThrow()
  expect(() => checkParent(task({ parent_task_id: 3 }), 10)).toThrow(refused('parent_task_id'))
  expect(() => checkParent(task(), 11)).toThrow(refused('parent_task_id'))
})

test('a task becomes a subtask of another one, as long as it has none itself', () => {
  expect(() => checkBecomesSubtask(task(), 2, [])).not.toThrow()
  expect(() => checkBecomesSubtask(task(), 1, [])).toThrow(refused('parent_task_id'))
  expect(() => checkBecomesSubtask(task(), 2, [task({ id: 9 })])).toThrow(refused('parent_task_id'))
})

test('a subtask leaves its project with another parent or with none', () => {
  const subtask = task({ parent_task_id: 3 })
  expect(() => checkLeavesProject(subtask, 10, 3)).not.toThrow()
  expect(() => checkLeavesProject(subtask, 11, null)).not.toThrow()
  expect(() => checkLeavesProject(subtask, 11, 4)).not.toThrow()
  expect(() => checkLeavesProject(task(), 11, null)).not.toThrow()
  expect(() => checkLeavesProject(subtask, 11, 3)).toThrow(refused('project_id'))
})
