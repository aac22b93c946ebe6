import { failure } from '@portico/kit/api/failure'
import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import type { Place, TaskLinks } from './rules.ts'
import { isInProject, isThere } from './visibility.ts'

export interface TaskRow extends TaskLinks, Place {
  version: number
  is_deleted: boolean
  is_done: boolean
  marked_as_done_time: Date | null
  start_date: string | null
  due_date: string | null
  assignee_ids: number[]
}

interface LockedTasks {
  task: TaskRow
  subtasks: TaskRow[]
  /** The other one that was asked for. */
  other: TaskRow | undefined
}

/**
 * A task the caller may see with its subtasks, and another one that a change needs, locked for the rest of the
 * transaction. Its subtasks are looked for when it is locked: nobody adds one any more. Deleted ones are missing unless
 * they are asked for.
 */
export async function lockTasks(
  { sql, actor }: Crm,
  id: number,
  { otherId, deleted = false }: { otherId?: number | undefined; deleted?: boolean } = {},
): Promise<LockedTasks> {
  const locked = (which: Fragment) => sql<TaskRow[]>`
    select t.id, t.version, t.is_deleted, t.project_id, t.parent_task_id, t.is_done, t.marked_as_done_time,
      t.start_date::text as start_date, t.due_date::text as due_date, t.assignee_ids, t.phase_id, t.group_id
    from crm.task t where t.company_id = ${actor.companyId} and ${which}
    order by t.id for update of t`
  const there = sql`(${isThere('t')} ${deleted ? sql`or (t.id = ${id} and ${isInProject('t')})` : sql``})`
  // In the order of their ids, so that two changes of the same pair wait for each other.
  const pair = await locked(sql`t.id = any(${[id, otherId ?? id]}::bigint[]) and ${there}`)
  const task = pair.find(row => row.id === id)
  if (!task) throw failure('missing', 'Task not found')
  const subtasks = await locked(sql`t.parent_task_id = ${id} and ${isThere('t')}`)
  return { task, subtasks, other: pair.find(row => row.id === otherId) }
}

/** A task that is to get a subtask: nobody deletes it or makes a subtask of it meanwhile. */
export async function holdParent({ sql, actor }: Crm, id: number): Promise<TaskRow> {
  const [parent] = await sql<TaskRow[]>`
    select t.id, t.project_id, t.parent_task_id, t.phase_id, t.group_id from crm.task t
    where t.company_id = ${actor.companyId} and t.id = ${id} and ${isThere('t')} for share of t`
  if (!parent) throw doesNotExist('parent_task_id', id)
  return parent
}

/** Whether a task is there that a note is put on; it is not purged meanwhile. */
export async function holdTask({ sql, actor }: Crm, id: number): Promise<boolean> {
  const [task] = await sql`
    select from crm.task t
    where t.company_id = ${actor.companyId} and t.id = ${id} and ${isThere('t')} for key share of t`
  return task !== undefined
}

/** Refuses a user who is not there any more. */
export async function requireAssignees({ sql, actor }: Crm, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const users = await sql<{ id: number }[]>`
    select u.id from crm.app_user u
    where u.company_id = ${actor.companyId} and u.id = any(${ids}::bigint[]) and u.active and not u.is_deleted`
  const known = new Set(users.map(user => user.id))
  const stranger = ids.find(id => !known.has(id))
  if (stranger !== undefined) throw doesNotExist('assignee_ids', stranger)
}
