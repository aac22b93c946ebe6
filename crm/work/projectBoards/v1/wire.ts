import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { projectTimeV1 } from '../../projectTimes.ts'

/** The columns of `crm.project_board b` on the v1 wire. */
export const boardColumnsV1: Fragment = sql`
  b.id, b.name, b.order_nr, ${projectTimeV1(sql`b.add_time`)} as add_time, ${projectTimeV1(sql`b.update_time`)} as update_time`
