import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of `crm.task t` on the v2 wire. */
export const taskColumnsV2: Fragment = sql`
  t.id, t.title, t.creator_id, t.description, t.project_id, t.is_done, t.is_milestone, t.due_date, t.start_date,
  t.parent_task_id, t.assignee_ids, t.priority, crm.time_v2(t.add_time) as add_time,
  crm.time_v2(t.update_time) as update_time, crm.time_v2(t.marked_as_done_time) as marked_as_done_time`
