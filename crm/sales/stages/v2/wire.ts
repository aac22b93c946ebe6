import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of a stage on the v2 wire, for `crm.stage s` joined with its `crm.pipeline p`. */
export const stageColumnsV2: Fragment = sql`
  s.id, s.order_nr, s.name, s.is_deleted or p.is_deleted as is_deleted, s.deal_probability, s.pipeline_id, s.is_deal_rot_enabled, s.days_to_rotten,
  crm.time_v2(s.add_time) as add_time, crm.time_v2(s.update_time) as update_time`
