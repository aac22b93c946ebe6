import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { projectTimeV1 } from '../../projectTimes.ts'

/** The columns of `crm.project_phase p` on the v1 wire. */
export const phaseColumnsV1: Fragment = sql`
  p.id, p.name, p.board_id, p.order_nr, ${projectTimeV1(sql`p.add_time`)} as add_time,
  ${projectTimeV1(sql`p.update_time`)} as update_time`
