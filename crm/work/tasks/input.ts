/** A write of a task, whichever version it was asked in. What is undefined stays as it is. */
export interface TaskInput {
  title?: string | undefined
  description?: string | null | undefined
  project_id?: number | undefined
  parent_task_id?: number | null | undefined
  is_done?: boolean | undefined
  is_milestone?: boolean | undefined
  start_date?: string | null | undefined
  due_date?: string | null | undefined
  assignee_ids?: number[] | undefined
  priority?: number | null | undefined
}
