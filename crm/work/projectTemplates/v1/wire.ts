import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { projectTimeV1 } from '../../projectTimes.ts'

/** The columns of `crm.project_template p` on the v1 wire. */
export const templateColumnsV1: Fragment = sql`
  p.id, p.title, p.description, p.projects_board_id, p.owner_id, ${projectTimeV1(sql`p.add_time`)} as add_time,
  ${projectTimeV1(sql`p.update_time`)} as update_time`
