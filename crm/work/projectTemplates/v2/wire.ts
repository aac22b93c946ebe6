import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of `crm.project_template p` on the v2 wire, as lists show them. */
export const templateColumnsV2: Fragment = sql`
  p.id, p.title, p.description, p.projects_board_id, p.owner_id, crm.time_v2(p.add_time) as add_time,
  crm.time_v2(p.update_time) as update_time`

export const wholeTemplateColumns: Fragment = sql`${templateColumnsV2}, p.groups, p.tasks, p.activities`
