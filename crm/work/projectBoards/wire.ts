import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { projectTimeV1 } from '../projectTimes.ts'

/** A board on the wire, for `crm.project_board b`. */
export const boardColumnsV2: Fragment = sql`
  b.id, b.name, b.order_nr, crm.time_v2(b.add_time) as add_time, crm.time_v2(b.update_time) as update_time`

export const boardColumnsV1: Fragment = sql`
  b.id, b.name, b.order_nr, ${projectTimeV1(sql`b.add_time`)} as add_time, ${projectTimeV1(sql`b.update_time`)} as update_time`
