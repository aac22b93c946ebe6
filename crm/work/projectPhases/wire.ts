import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { projectTimeV1 } from '../projectTimes.ts'

/** A phase on the wire, for `crm.project_phase p`. */
export const phaseColumnsV2: Fragment = sql`
  p.id, p.name, p.board_id, p.order_nr, crm.time_v2(p.add_time) as add_time, crm.time_v2(p.update_time) as update_time`

export const phaseColumnsV1: Fragment = sql`
  p.id, p.name, p.board_id, p.order_nr, ${projectTimeV1(sql`p.add_time`)} as add_time,
  ${projectTimeV1(sql`p.update_time`)} as update_time`
