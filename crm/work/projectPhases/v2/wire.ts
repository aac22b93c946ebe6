import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of `crm.project_phase p` on the v2 wire. */
export const phaseColumnsV2: Fragment = sql`
  p.id, p.name, p.board_id, p.order_nr, crm.time_v2(p.add_time) as add_time, crm.time_v2(p.update_time) as update_time`
