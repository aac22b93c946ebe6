import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { following } from '../../base/changes/following.ts'
import {
  type DeletionOptions,
  insertRecord,
  updateRecord,
  updateRecords,
  type Values,
} from '../../base/changes/write.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { type Undoing, undoneIn } from '../../base/records/revert.ts'
import { requireMatch } from '../../base/records/version.ts'
import { holdProject } from '../projectStore.ts'
import type { TaskInput } from './input.ts'
import { checkBecomesSubtask, checkDates, checkLeavesProject, checkParent, type Place } from './rules.ts'
import { holdParent, lockTasks, requireAssignees, type TaskRow } from './store.ts'

export interface NewTask extends TaskInput {
  title: string
  project_id: number
}

/** Stores a new task and gives back its id. A subtask is where its parent is in the plan. */
export async function createTask(crm: Crm, input: NewTask): Promise<number> {
  const { parent_task_id = null, start_date = null, due_date = null } = input
  checkDates({ start_date, due_date })
  if (!(await holdProject(crm, input.project_id))) throw doesNotExist('project_id', input.project_id)
  const parent = parent_task_id === null ? undefined : await holdParent(crm, parent_task_id)
  if (parent) checkParent(parent, input.project_id)
  await requireAssignees(crm, input.assignee_ids ?? [])
  return insertTask(crm, { ...input, ...(parent ? placeOf(parent) : NOWHERE) })
}

/** The same for a task that is known to be right. */
export async function insertTask(crm: Crm, task: NewTask & Place): Promise<number> {
  const { actor, now } = crm
  const { id } = await insertRecord<{ id: number }>(crm, 'task', {
    ...task,
    marked_as_done_time: task.is_done ? now : null,
    creator_id: actor.userId,
    add_time: now,
    update_time: now,
  })
  return id
}

/** Changes a task; or undoes a change of it, a deletion too. Where it goes in the plan, its subtasks go. */
export async function updateTask(crm: Crm, id: number, input: TaskInput, undoing?: Undoing): Promise<void> {
  // Every write locks a project before tasks.
  const isHeld = input.project_id === undefined || (await holdProject(crm, input.project_id))
  const named = input.parent_task_id ?? undefined
  const deleted = undoing !== undefined
  const { task, subtasks, other: parent } = await lockTasks(crm, id, { otherId: named, deleted })
  requireMatch(crm, task.version)
  const { columns, comesBack, options } = undoneIn('task', task, undoing)
  if (comesBack && task.parent_task_id !== null) await holdParent(crm, task.parent_task_id)
  if (!isHeld) throw doesNotExist('project_id', input.project_id)
  checkDates(datesAfter(task, input))
  const projectId = input.project_id ?? task.project_id
  const parentId = input.parent_task_id === undefined ? task.parent_task_id : input.parent_task_id
  checkLeavesProject(task, projectId, parentId)
  if (named !== undefined && named !== task.parent_task_id) {
    checkBecomesSubtask(task, named, subtasks)
    if (!parent) throw doesNotExist('parent_task_id', named)
    checkParent(parent, projectId)
  }
  await requireAssignees(crm, newlyAssigned(task, input))

  const moves = projectId !== task.project_id
  const place: Values = { ...(parent ? placeOf(parent) : moves ? NOWHERE : {}), ...placeIn(columns) }
  await updateRecord(
    crm,
    'task',
    id,
    { ...given(input), ...doneness(task, input, crm.now), ...columns, ...place },
    options,
  )
  if (moves || Object.keys(placeIn(columns)).length > 0)
    await updateRecords(
      crm,
      'task',
      among(subtasks),
      { project_id: projectId, ...place },
      { bulk: true, ...following('task', id) },
    )
}

/** The place that is put back, where one is. */
function placeIn(columns: Values): Values {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => Object.hasOwn(NOWHERE, name)))
}

/** Deletes a task with its subtasks, these first: what is undone newest first brings it back before them. */
export async function removeTask(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const { task, subtasks } = await lockTasks(crm, id)
  requireMatch(crm, task.version)
  const deleted = { is_deleted: true, delete_time: crm.now }
  const facts = { with_task: id }
  await updateRecords(crm, 'task', among(subtasks), deleted, { action: 'deleted', facts, bulk: true })
  await updateRecord(crm, 'task', id, deleted, { action: 'deleted', ...options })
}

/** For `updateRecords`: these tasks, which may be none. */
export function among(tasks: readonly { id: number }[]): Fragment {
  return sql`id = any(${tasks.map(({ id }) => id)}::bigint[])`
}

/** Phases and groups are those of a project. */
const NOWHERE: Place = { phase_id: null, group_id: null }

function placeOf({ phase_id, group_id }: Place): Place {
  return { phase_id, group_id }
}

function datesAfter(task: TaskRow, { start_date = task.start_date, due_date = task.due_date }: TaskInput) {
  return { start_date, due_date }
}

/** Whoever has the task keeps it, also when they have left the company by now. */
function newlyAssigned(task: TaskRow, { assignee_ids = [] }: TaskInput): number[] {
  return assignee_ids.filter(id => !task.assignee_ids.includes(id))
}

/** A task keeps the time at which it was marked as done, until it is opened again. */
function doneness(task: TaskRow, { is_done = task.is_done }: TaskInput, now: Date): Values {
  if (is_done === task.is_done) return {}
  return { marked_as_done_time: is_done ? now : null }
}

/** The input without what it does not say. */
function given(input: TaskInput): Values {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
