import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { projectTimeV1 } from '../projectTimes.ts'

const base = sql`p.id, p.title, p.description, p.projects_board_id, p.owner_id`

/** The columns of `crm.project_template p` on the wire. */
export const templateColumnsV1: Fragment = sql`
  ${base}, ${projectTimeV1(sql`p.add_time`)} as add_time, ${projectTimeV1(sql`p.update_time`)} as update_time`

export const templateColumnsV2: Fragment = sql`
  ${base}, crm.time_v2(p.add_time) as add_time, crm.time_v2(p.update_time) as update_time`

/** With what it holds. */
export const wholeTemplateColumns: Fragment = sql`${templateColumnsV2}, p.groups, p.tasks, p.activities`
