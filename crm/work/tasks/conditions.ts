import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { equal } from '../../base/lists/conditions.ts'

export interface TaskFilter {
  project_id?: number | undefined
  /** null: tasks without a parent. */
  parent_task_id?: number | null | undefined
  assignee_id?: number | undefined
  is_done?: boolean | undefined
  is_milestone?: boolean | undefined
}

/** The tasks that a list is asked for, of `crm.task t`. */
export function wantedTasks(filter: TaskFilter): Fragment {
  const { project_id, parent_task_id, assignee_id, is_done, is_milestone } = filter
  return sql`${equal('t', { project_id, parent_task_id: parent_task_id ?? undefined })}
    ${parent_task_id === null ? sql`and t.parent_task_id is null` : sql``}
    ${assignee_id ? sql`and t.assignee_ids @> array[${assignee_id}::bigint]` : sql``}
    ${is_done === undefined ? sql`` : sql`and t.is_done = ${is_done}`}
    ${is_milestone === undefined ? sql`` : sql`and t.is_milestone = ${is_milestone}`}`
}
