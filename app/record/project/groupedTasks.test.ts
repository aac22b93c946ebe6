import type { Task } from '@portico/crm/work/tasks/v2/shape'
import { expect, test } from 'vitest'
import { groupedTasks } from './groupedTasks.ts'

const task = (id: number, parent_task_id: number | null = null) => ({ id, parent_task_id }) as Task

test('tasks stand in the order of their phases with their subtasks; those of a phase that is gone stand in none', () => {
  const places = new Map([
    [1, 20],
    [2, 10],
    [3, 10],
    [4, 99],
    [5, null],
  ])
  const phases = [
    { id: 10, name: 'First' },
    { id: 20, name: 'Second' },
    { id: 30, name: 'Empty' },
  ]

  const groups = groupedTasks([task(1), task(2), task(3, 2), task(4), task(5), task(6, 1)], places, phases)

  expect(
    groups.map(({ phase, tasks }) => [
      phase?.name,
      tasks.map(each => [each.task.id, each.subtasks.map(({ id }) => id)]),
    ]),
  ).toEqual([
    [
      undefined,
      [
        [4, []],
        [5, []],
      ],
    ],
    ['First', [[2, [3]]]],
    ['Second', [[1, [6]]]],
  ])
})
