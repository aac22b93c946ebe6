import { failure } from '@portico/kit/api/failure'

/** A place in the plan of a project; null where none was chosen. */
export interface Place {
  phase_id: number | null
  group_id: number | null
}

/** What a task belongs to. */
export interface TaskLinks {
  id: number
  project_id: number
  parent_task_id: number | null
}

/**
 * Who a task is given to. `assignee_id` alone makes them the only one; a list has its first as `assignee_id`. Both are
 * taken together when they agree, as in what was read before.
 */
export function decideAssignees(given: {
  assignee_id?: number | null | undefined
  assignee_ids?: readonly number[] | undefined
}): number[] | undefined {
  const { assignee_id, assignee_ids } = given
  if (assignee_ids === undefined)
    return assignee_id === undefined ? undefined : assignee_id === null ? [] : [assignee_id]
  const ids = [...new Set(assignee_ids)]
  if (assignee_id !== undefined && assignee_id !== (ids[0] ?? null))
    throw failure('invalid', 'assignee_id must be the first of assignee_ids: send one of the two', {
      field: 'assignee_id',
    })
  return ids
}

/** A task begins no later than it is due. */
export function checkDates({ start_date, due_date }: { start_date: string | null; due_date: string | null }): void {
  if (start_date !== null && due_date !== null && start_date > due_date)
    throw failure('invalid', `start_date ${start_date} is after due_date ${due_date}`, { field: 'start_date' })
}

/** Refuses a parent that would make a subtask of a subtask, or is in another project. */
export function checkParent(parent: TaskLinks, projectId: number): void {
  if (parent.parent_task_id !== null)
    throw failure(
      'invalid',
      `parent_task_id ${parent.id} is a subtask itself: send the id of a task without a parent`,
      { field: 'parent_task_id' },
    )
  if (parent.project_id !== projectId)
    throw failure('invalid', `parent_task_id ${parent.id} is in project ${parent.project_id}, not in ${projectId}`, {
      field: 'parent_task_id',
    })
}

/** Refuses to make a subtask of a task that is its own parent, or that has subtasks. */
export function checkBecomesSubtask(task: TaskLinks, parentId: number, subtasks: readonly TaskLinks[]): void {
  if (parentId === task.id) throw failure('invalid', 'A task cannot be its own parent', { field: 'parent_task_id' })
  if (subtasks.length > 0)
    throw failure('invalid', `Task ${task.id} has subtasks and cannot become one: move them first`, {
      field: 'parent_task_id',
    })
}

/** A subtask moves to another project with its parent, or as a task without one. */
export function checkLeavesProject(task: TaskLinks, projectId: number, parentId: number | null): void {
  if (task.project_id === projectId || parentId === null || parentId !== task.parent_task_id) return
  throw failure('invalid', `A subtask stays in the project of its parent: send parent_task_id null to move it alone`, {
    field: 'project_id',
  })
}
