import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of `crm.project_board b` on the v2 wire. */
export const boardColumnsV2: Fragment = sql`
  b.id, b.name, b.order_nr, crm.time_v2(b.add_time) as add_time, crm.time_v2(b.update_time) as update_time`
