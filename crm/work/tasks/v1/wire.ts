import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { projectTimeV1 } from '../../projectTimes.ts'

/** The columns of `crm.task t` on the v1 wire. */
export const taskColumnsV1: Fragment = sql`
  t.id, t.title, t.project_id, t.description, t.parent_task_id, t.assignee_ids[1] as assignee_id, t.assignee_ids,
  t.is_done::int as done, t.due_date, t.creator_id, ${projectTimeV1(sql`t.add_time`)} as add_time,
  ${projectTimeV1(sql`t.update_time`)} as update_time, ${projectTimeV1(sql`t.marked_as_done_time`)} as marked_as_done_time`
